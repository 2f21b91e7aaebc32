/** Id of the element of the data model "Octavo usage" that the dashboards read. */
export const usageEvents = 'events'

const count = { kind: 'number', formatString: ',.0f' }
const minute = { kind: 'datetime', formatString: '%Y-%m-%d %H:%M' }

const columns = [
  ['created', 'CREATED_AT', 'Created At', minute],
  ['area', 'AREA', 'Area', null],
  ['category', 'CATEGORY', 'Category', null],
  ['category-name', 'CATEGORY_NAME', 'Category Name', null],
  ['type', 'EVENT_TYPE', 'Event Type', null],
  ['name', 'EVENT_NAME', 'Event', null],
  ['status', 'EVENT_STATUS', 'Event Status', null],
  ['reason', 'EVENT_STATUS_REASON_CODE', 'Event Status Reason Code', null],
  ['user-id', 'USER_ID', 'User Id', null],
  ['email', 'USER_EMAIL', 'User Email', null],
  ['user-name', 'USER_NAME', 'User Name', null],
  ['user', 'USER_LABEL', 'User', null],
  ['actor', 'ACTOR_KIND', 'Actor Kind', null],
  ['viewed-as', 'VIEWED_AS_USER_ID', 'Viewed As User Id', null],
  ['object-id', 'OBJECT_ID', 'Object Id', null],
  ['object-type', 'OBJECT_TYPE', 'Object Type', null],
  ['object-name', 'OBJECT_NAME', 'Object Name', null],
  ['object', 'OBJECT_LABEL', 'Object', null],
  ['tag', 'VERSION_TAG', 'Version Tag', null],
  ['connection', 'CONNECTION_ID', 'Connection Id', null],
  ['operation', 'OPERATION', 'Operation', null],
  ['rows', 'ROW_COUNT', 'Row Count', count],
  ['column-count', 'COLUMN_COUNT', 'Column Count', count],
  ['duration', 'DURATION_MS', 'Duration Ms', count],
  ['address', 'IP_ADDRESS', 'IP Address', null],
  ['request', 'REQUEST_ID', 'Request Id', null],
  ['details', 'DETAILS', 'Details', null],
  ['number', 'SEQUENCE_NUMBER', 'Sequence Number', count],
  ['event-id', 'EVENT_ID', 'Event Id', null],
] as const

/** The data model "Octavo usage" over the audit log connection, as code (form N). */
export function usageModel({ connectionId, folderId }: { connectionId: string; folderId: string }) {
  return {
    name: 'Octavo usage',
    folderId,
    description: 'Who did what and when, from the audit log: at most a minute behind. Times are UTC.',
    schemaVersion: 1,
    kind: 'data-model',
    pages: [
      {
        id: 'model',
        name: 'Model',
        elements: [
          {
            id: usageEvents,
            kind: 'table',
            name: 'Events',
            source: { kind: 'warehouse-table', connectionId, path: ['AUDIT_LOG', 'PUBLIC', 'AUDIT_LOGS'] },
            columns: [
              ...columns.map(([id, column, name, format]) => ({
                id: `ev-${id}`,
                formula: `[AUDIT_LOGS/${column}]`,
                name,
                ...(format === null ? {} : { format }),
              })),
            ],
            metrics: [
              { id: 'ev-m-events', name: 'Events', formula: 'Count()', format: count },
              { id: 'ev-m-users', name: 'Active users', formula: 'CountDistinct([User Id])', format: count },
              {
                id: 'ev-m-failures',
                name: 'Failures',
                formula: 'CountIf([Event Status] = "Failure")',
                format: count,
              },
            ],
            sort: [{ columnId: 'ev-number', direction: 'descending' }],
          },
        ],
      },
    ],
  }
}
