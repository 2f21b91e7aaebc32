import { resource } from '../resource.ts'

const bearer = { authMethod: 'bearer', bearer: { token: 'secret' } }

export const apiCredentials = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listApiCredentials                200     403     403     403     403     403     200     -       -
createApiCredential               200     403     403     403     403     403     200     -       -
getApiCredential                  404     403     403     403     403     403     200     -       -
updateApiCredential               404     403     403     403     403     403     200     -       -
deleteApiCredential               404     403     403     403     403     403     200     -       -
`,
  ids: {
    apiCredentialId: (things) => things.apiCredential(),
  },
  requests: {
    createApiCredential: () => ({ body: { name: 'Key', allowlist: ['*'], credential: bearer } }),
    updateApiCredential: () => ({ body: { credential: bearer } }),
  },
  withoutEtag: ['getApiCredential'],
})
