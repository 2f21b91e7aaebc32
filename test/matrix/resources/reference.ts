import { resource } from '../resource.ts'

export const reference = resource({
  notPublished: {
    getOpenApiOfVersion: 'The contract itself, where clients of the API look for it.',
  },
})
