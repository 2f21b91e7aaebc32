import { resource } from '../resource.ts'

export const auth = resource({
  withoutKey: {
    postToken: 'nobody is known yet whose key it could be; a second token does no harm',
  },
})
