import { resource } from '../resource.ts'

export const accessRequests = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listAccessRequests                200     200     200     200     200     200     200     -       -
createAccessRequest               200     403     200     200     200     200     200     200     -
createAccountTypeRequest          403     403     200     200     200     200     403     -       -
approveAccessRequest              404     404     404     403     404     200     200     -       -
denyAccessRequest                 404     404     404     403     404     200     200     -       -
withdrawAccessRequest             404     404     404     200     404     403     200     -       -
`,
  ids: {
    accessRequestId: (things) =>
      things.one('access request', async () => {
        const path = `/v2/files/${await things.workbook()}/accessRequests`
        return things.create(path, { permission: 'explore' }, 'requestId', 'view')
      }),
  },
  requests: {
    // Administrators have access to everything that exists; anyone can request a missing file.
    createAccessRequest: () => ({ ids: { inodeId: crypto.randomUUID() }, body: {} }),
    createAccountTypeRequest: () => ({ body: {} }),
    approveAccessRequest: () => ({ body: {} }),
    denyAccessRequest: () => ({ body: {} }),
  },
  notPublished: {
    listAccessRequests: 'Asking for access is published as a feature of the product without an operation.',
    createAccessRequest: 'Part of requests for access.',
    createAccountTypeRequest: 'As for access: the setting is published, the request is not.',
    approveAccessRequest: 'Part of requests for access.',
    denyAccessRequest: 'Part of requests for access.',
    withdrawAccessRequest: 'Part of requests for access.',
  },
})
