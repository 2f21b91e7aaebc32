import { resource } from '../resource.ts'

export const workspaces = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listWorkspaces                    200     200     200     200     200     200     200     -       -
v2_1_listWorkspaces               200     200     200     200     200     200     200     -       -
createWorkspace                   200     403     200     200     200     200     200     -       -
getWorkspace                      404     404     404     200     200     200     200     404     -
updateWorkspace                   404     404     404     403     403     200     200     404     -
deleteWorkspace                   404     404     404     403     403     200     200     404     -
`,
  ids: {
    workspaceId: (things) => things.workspace(),
  },
  requests: {
    createWorkspace: (things) => ({ body: { name: things.name('Workspace') } }),
    updateWorkspace: (things) => ({ body: { name: things.name('Workspace') } }),
  },
  withoutEtag: ['getWorkspace'],
})
