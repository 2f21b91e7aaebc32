import { resource } from '../resource.ts'

export const connectionSignIns = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
getConnectionSignIn               404     404     404     200     200     200     200     -       -
startConnectionSignIn             404     404     404     400     400     400     400     -       -
finishConnectionSignIn            400     400     400     400     400     400     400     -       -
deleteConnectionSignIn            404     404     404     200     200     200     200     -       -
`,
  requests: {
    startConnectionSignIn: () => ({ body: {} }),
    finishConnectionSignIn: () => ({ body: { state: 'nobody began it', code: 'code' } }),
  },
  writesNothing: {
    deleteConnectionSignIn: 'who is not signed in is not signed out; connection-sign-ins.test.ts has the event',
  },
  notPublished: {
    getConnectionSignIn:
      'Members sign in at the platform of a connection; the published product does so in its app alone.',
    startConnectionSignIn: 'Part of signing in at connections.',
    finishConnectionSignIn: 'Part of signing in at connections.',
    deleteConnectionSignIn: 'Part of signing in at connections.',
  },
})
