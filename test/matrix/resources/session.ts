import { resource } from '../resource.ts'

export const session = resource({
  withoutKey: {
    signIn: 'as for tokens',
    signOut: 'a session ends once, however often it is asked for',
    startViewAs: 'only for the session of the web app',
  },
})
