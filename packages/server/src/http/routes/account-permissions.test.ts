import { type FeaturePermission, featureNames, featuresInUse, withImplied } from '@octavo/core/access'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, smallWorkbook, type TestServices } from './testing.ts'

/**
 * The request that a permission controls, with its results with and without the permission; `others` are further permissions that it needs.
 */
interface PermissionCase {
  others: FeaturePermission[]
  request: () => Promise<unknown> | unknown
  with: unknown
  without: unknown
}

describeStores('what permissions of account types allow', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform, { sendMail: async () => ({ refused: [] }) })
    connectionId = await documents.addConnection(smallRetail)
    await documents.share(connectionId, 'analyst', 'admin', 'connection')
    return documents.routes
  })
  const send = async (method: string, path: string, body?: unknown, as: Role = 'analyst') => {
    const answer = await server().request({ method, path, as, ...(body === undefined ? {} : { body }) })
    return { status: answer.status, body: answer.body as Record<string, string> }
  }
  const status = async (method: string, path: string, body?: unknown) => (await send(method, path, body)).status
  let made = 0
  const fresh = (word: string) => {
    made += 1
    return `${word} ${made}`
  }
  const asAdmin = async (method: string, path: string, body: unknown, field: string) => {
    const answer = await send(method, path, body, 'admin')
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body[field] ?? ''
  }
  const memory = new Map<string, Promise<string>>()
  const once = (name: string, make: () => Promise<string>) => {
    const known = memory.get(name) ?? make()
    memory.set(name, known)
    return known
  }
  const workspace = () =>
    once('workspace', async () => {
      const id = await asAdmin('POST', '/v2/workspaces', { name: 'Shared' }, 'workspaceId')
      await documents.share(id, 'analyst', 'edit')
      return id
    })
  const spec = async () => ({ ...smallWorkbook(connectionId, await workspace()), name: fresh('Book') })
  const workbook = () => once('workbook', async () => asAdmin('POST', '/v2/workbooks/spec', await spec(), 'workbookId'))
  const model = async (source?: object) => {
    const { pages } = smallWorkbook(connectionId, '') as { pages: { elements: { kind: string }[] }[] }
    const [table] = pages.flatMap(({ elements }) => elements.filter(({ kind }) => kind === 'table'))
    const columns = [{ id: 'id', formula: '[Custom SQL/ORDER_ID]' }]
    const elements = [source ? { id: 't', kind: 'table', name: 'T', source, columns } : table]
    return {
      name: fresh('Model'),
      folderId: await workspace(),
      schemaVersion: 1,
      pages: [{ id: 'p', name: 'Page', elements }],
    }
  }
  /** A workbook with an input table whose rows only editors of the workbook enter. */
  const entryBook = async () => ({
    name: fresh('Entries'),
    folderId: await workspace(),
    schemaVersion: 1,
    pages: [
      {
        id: 'p',
        name: 'Page',
        elements: [
          {
            id: 'notes',
            kind: 'input-table',
            name: 'Notes',
            source: { kind: 'empty', connectionId },
            inputMode: 'edit',
            columns: [{ id: 'text', type: 'text', name: 'Text' }],
          },
        ],
      },
    ],
  })
  /** A workbook with a button that calls a stored procedure. */
  const callingBook = async () => {
    const effect = {
      effect: 'call-stored-procedure',
      connectionId,
      path: ['PUBLIC', 'BOOK'],
      signature: '',
      arguments: [],
    }
    const actions = [{ id: 'act', trigger: 'on-click', effects: [effect] }]
    const elements = [{ id: 'go', kind: 'button', text: 'Go', actions }]
    return {
      name: fresh('Caller'),
      folderId: await workspace(),
      schemaVersion: 1,
      pages: [{ id: 'p', name: 'Page', elements }],
    }
  }
  const schedule = async (target: object, config = {}) =>
    status('POST', `/v2/workbooks/${await workbook()}/schedules`, {
      target: [target],
      schedule: { cronSpec: '0 9 * * *', timezone: 'UTC' },
      configV2: {
        title: 'Orders',
        messageBody: '',
        exportAttachments: [
          { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', elementIds: ['orders'] } },
        ],
        ...config,
      },
    })
  const aMember = () => ({ email: server().platform.people.builder.email })
  const folder = () =>
    once('folder', async () =>
      asAdmin('POST', '/v2/files', { type: 'folder', name: 'F', parentId: await workspace() }, 'id'),
    )
  const person = () => ({ email: `${fresh('p').replace(' ', '')}@gate.example`, firstName: 'A', lastName: 'B' })
  const permissionOn = async (id: string) => (await send('GET', `/v2/files/${id}`)).body.permission

  const cases: Partial<Record<FeaturePermission, PermissionCase>> = {
    'view-connections': {
      others: [],
      request: () => status('GET', `/v2/connections/${connectionId}`),
      with: 200,
      without: 404,
    },
    'manage-connections': {
      others: ['view-connections'],
      request: () => status('PATCH', `/v2/connections/${connectionId}`, { name: fresh('Shop') }),
      with: 200,
      without: 403,
    },
    'annotate-tables': {
      others: ['view-connections'],
      request: async () => {
        const { memberId } = server().platform.people.analyst
        const { body } = await send('GET', `/v2/connections/${connectionId}/access/${memberId}`)
        return body.permission
      },
      with: 'annotate',
      without: 'usage',
    },
    'view-worksheet': {
      others: [],
      request: async () =>
        status(
          'GET',
          `/v2/dataModels/${await once('model', async () => asAdmin('POST', '/v2/dataModels/spec', await model(), 'dataModelId'))}`,
        ),
      with: 200,
      without: 404,
    },
    'edit-worksheet': {
      others: ['contribute-to-folders', 'view-connections', 'view-worksheet'],
      request: async () => status('POST', '/v2/dataModels/spec', await model()),
      with: 200,
      without: 403,
    },
    'write-sql': {
      others: ['edit-worksheet', 'view-worksheet', 'contribute-to-folders', 'view-connections'],
      request: async () =>
        status(
          'POST',
          '/v2/dataModels/spec',
          await model({ kind: 'sql', connectionId, statement: 'select 1 as ORDER_ID' }),
        ),
      with: 200,
      // Reported as a problem of the document.
      without: 400,
    },
    'view-workbooks': {
      others: [],
      request: async () => status('GET', `/v2/workbooks/${await workbook()}`),
      with: 200,
      without: 404,
    },
    'comment-on-workbooks': {
      others: ['view-workbooks'],
      request: async () => status('POST', `/v2/workbooks/${await workbook()}/comments`, { body: 'Look at this.' }),
      with: 200,
      without: 403,
    },
    'basic-explore': {
      others: ['view-workbooks'],
      request: async () => permissionOn(await workbook()),
      with: 'explore',
      without: 'view',
    },
    'full-explore': {
      others: ['basic-explore', 'view-connections'],
      request: async () =>
        status('POST', '/v2/formulas:check', { workbookId: await workbook(), elementId: 'orders', formula: '1 + 1' }),
      with: 200,
      without: 403,
    },
    'upload-csv': {
      others: ['view-connections'],
      request: () => status('POST', `/v2/connections/${connectionId}/csv`, { name: fresh('File'), csv: 'a\n1' }),
      with: 201,
      without: 403,
    },
    'create-input-tables': {
      others: ['edit-workbooks', 'contribute-to-folders', 'view-connections'],
      request: async () => status('POST', '/v2/workbooks/spec', await entryBook()),
      with: 200,
      // Reported as a problem of the document.
      without: 400,
    },
    'edit-input-tables': {
      others: ['edit-workbooks', 'view-connections'],
      request: async () => {
        const id = await once('entries', async () =>
          asAdmin('POST', '/v2/workbooks/spec', await entryBook(), 'workbookId'),
        )
        return status('POST', `/v2/workbooks/${id}/elements/notes/rows`, { insert: [{ text: 'a' }] })
      },
      with: 200,
      without: 403,
    },
    'create-stored-procedure-actions': {
      others: ['edit-workbooks', 'view-connections', 'call-stored-procedure-actions'],
      request: () => status('GET', `/v2/connections/${connectionId}/procedures`),
      with: 200,
      without: 403,
    },
    'call-stored-procedure-actions': {
      others: ['view-workbooks', 'view-connections'],
      request: async () => {
        const id = await once('caller', async () =>
          asAdmin('POST', '/v2/workbooks/spec', await callingBook(), 'workbookId'),
        )
        return status('POST', `/v2/workbooks/${id}/sequences/act/procedureCalls`, { step: 0, arguments: [] })
      },
      // The connection has no write access.
      with: 409,
      without: 403,
    },
    'create-api-actions': {
      others: ['edit-workbooks', 'trigger-api-actions'],
      request: () => status('GET', '/v2/action-connectors'),
      with: 200,
      without: 403,
    },
    'trigger-api-actions': {
      others: ['view-workbooks', 'view-connections'],
      request: async () => {
        const id = await once('caller', async () =>
          asAdmin('POST', '/v2/workbooks/spec', await callingBook(), 'workbookId'),
        )
        return status('POST', `/v2/workbooks/${id}/sequences/act/apiCalls`, { step: 0 })
      },
      // The step calls a procedure.
      with: 409,
      without: 403,
    },
    'edit-workbooks': {
      others: ['contribute-to-folders', 'view-connections'],
      request: async () => status('POST', '/v2/workbooks/spec', await spec()),
      with: 200,
      without: 403,
    },
    'apply-tags': {
      others: ['edit-workbooks', 'full-explore', 'basic-explore', 'view-workbooks'],
      request: async () => {
        const tag = fresh('Tag')
        await asAdmin('POST', '/v2/tags', { name: tag, color: 'cyan' }, 'versionTagId')
        return status('POST', '/v2/workbooks/tag', { workbookId: await workbook(), tag })
      },
      with: 200,
      without: 403,
    },
    'manage-members': {
      others: [],
      request: () => status('POST', '/v2/members', person()),
      with: 200,
      without: 403,
    },
    'manage-user-attributes': {
      others: [],
      request: () => status('POST', '/v2/user-attributes', { name: fresh('Attribute'), description: '' }),
      with: 200,
      without: 403,
    },
    'manage-teams': {
      others: [],
      request: () => status('POST', '/v2/teams', { name: fresh('Team') }),
      with: 200,
      without: 403,
    },
    'manage-badges': {
      others: ['edit-workbooks', 'full-explore', 'basic-explore', 'view-workbooks'],
      request: async () =>
        status('PATCH', `/v2/files/${await workbook()}`, { badge: made % 2 ? 'Endorsed' : 'Warning' }),
      with: 200,
      without: 403,
    },
    'manage-api-connectors': {
      others: [],
      request: () => {
        const credential = { authMethod: 'bearer', bearer: { token: 'secret' } }
        return status('POST', '/v2/api-credentials', { name: fresh('Key'), allowlist: ['*'], credential })
      },
      with: 200,
      without: 403,
    },
    download: {
      others: ['view-workbooks', 'view-connections'],
      request: async () =>
        status('POST', `/v2/workbooks/${await workbook()}/export`, { elementId: 'orders', format: { type: 'csv' } }),
      with: 200,
      without: 403,
    },
    'schedule-exports': {
      others: ['view-workbooks', 'view-connections', 'export-to-email'],
      request: () => schedule(aMember()),
      with: 200,
      without: 403,
    },
    'export-as-recipient': {
      others: ['view-workbooks', 'view-connections', 'schedule-exports'],
      request: () => schedule(aMember(), { runAsRecipient: true }),
      with: 200,
      without: 403,
    },
    'export-to-webhook': {
      others: ['view-workbooks', 'view-connections', 'schedule-exports'],
      request: () => schedule({ webhookUrl: 'https://127.0.0.1/hook' }),
      with: 200,
      without: 403,
    },
    'export-to-slack': {
      others: ['view-workbooks', 'view-connections', 'schedule-exports'],
      request: () => schedule({ slackConversationId: 'C01' }),
      with: 200,
      without: 403,
    },
    'export-to-cloud': {
      others: ['view-workbooks', 'view-connections'],
      request: () => status('GET', '/v2/organizations/settings/storages'),
      with: 200,
      without: 403,
    },
    'schedule-materializations': {
      others: ['edit-workbooks', 'full-explore', 'basic-explore', 'view-workbooks', 'view-connections'],
      request: async () => {
        const id = await asAdmin('POST', '/v2/workbooks/spec', await spec(), 'workbookId')
        const body = { schedule: { cronSpec: '0 3 * * *', timezone: 'UTC' } }
        return status('POST', `/v2/workbooks/${id}/elements/orders/materializationSchedules`, body)
      },
      with: 201,
      without: 403,
    },
    'share-documents': {
      others: ['edit-workbooks', 'full-explore', 'basic-explore', 'view-workbooks'],
      request: async () => {
        const { memberId } = server().platform.people.stranger
        const grants = [{ grantee: { memberId }, permission: 'view' }]
        return status('POST', `/v2/workbooks/${await workbook()}/grants`, { grants })
      },
      with: 200,
      without: 403,
    },
    'create-folders': {
      others: ['contribute-to-folders'],
      request: async () =>
        status('POST', '/v2/files', { type: 'folder', name: fresh('F'), parentId: await workspace() }),
      with: 200,
      without: 403,
    },
    'contribute-to-folders': {
      others: ['create-folders'],
      request: async () => status('PATCH', `/v2/files/${await folder()}`, { name: fresh('Renamed') }),
      with: 200,
      without: 403,
    },
    'create-workspaces': {
      others: ['contribute-to-folders', 'share-documents'],
      request: () => status('POST', '/v2/workspaces', { name: fresh('Workspace') }),
      with: 200,
      without: 403,
    },
  }

  /** Gives the member an account type with exactly these permissions. */
  async function give(permissions: readonly FeaturePermission[]) {
    const name = fresh('Type')
    await asAdmin('POST', '/v2/accountTypes', { name, description: '', permissions }, 'accountTypeId')
    const { memberId } = server().platform.people.analyst
    await asAdmin('PATCH', `/v2/members/${memberId}`, { memberType: name }, 'memberId')
  }

  test.each(Object.entries(cases))('%s', async (name, permission) => {
    const own = name as FeaturePermission
    await give([...permission.others, own])
    expect(await permission.request()).toBe(permission.with)
    // Implied permissions remain, so that the permission alone makes the difference.
    await give([...withImplied([...permission.others, own])].filter((each) => each !== own))
    expect(await permission.request()).toBe(permission.without)
  })

  test('every permission in use has its line here, and no other has one', () => {
    // The first limits which members may be changed by whom (access/organization.test.ts). The second is checked when mail is sent, which
    // requires another permission that implies it.
    const elsewhere: FeaturePermission[] = ['manage-export-integrations', 'export-to-email']
    expect(Object.keys(cases).toSorted()).toEqual(
      featureNames()
        .filter((name) => featuresInUse.has(name) && !elsewhere.includes(name))
        .toSorted(),
    )
  })
})
