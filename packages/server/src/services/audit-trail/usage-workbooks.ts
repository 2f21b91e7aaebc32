import type { Area } from './trail-columns.ts'
import { usageEvents } from './usage-model.ts'

const count = { kind: 'number', formatString: ',.0f' }
const day = { kind: 'datetime', formatString: '%b %d' }
const minute = { kind: 'datetime', formatString: '%Y-%m-%d %H:%M' }
const events = { kind: 'table', elementId: 'events' }

/** A chart without rows has a text of its own, because the usual one would name the filters of the dashboard. */
const barChart = { kind: 'bar-chart', source: events, noDataText: 'No events in this period' }

/** A usage dashboard: its events, its three figures, and its breakdowns. */
interface Dashboard {
  name: string
  description: string
  /** Shows events of this area; null shows all. */
  area: Area | null
  /** Names and formulas of the figures. */
  figures: readonly (readonly [name: string, formula: string])[]
  /** Titles and columns of the breakdowns. */
  breakdowns: readonly (readonly [title: string, column: string])[]
}

const failures = ['Failures', 'CountIf([Events/Event Status] = "Failure")'] as const
const people = ['People', 'CountDistinct([Events/User Id])'] as const
const countOf = (...types: string[]) =>
  `CountIf(${types.map((type) => `[Events/Event Type] = "${type}"`).join(' or ')})`

export const usageDashboards: readonly Dashboard[] = [
  {
    name: 'Usage: users',
    description: 'Who is active, and what they do.',
    area: null,
    figures: [
      ['Active users', 'CountDistinct([Events/User Id])'],
      ['Sign-ins', countOf('SIGNED_IN')],
      ['Failed sign-ins', countOf('SIGN_IN_FAILED')],
    ],
    breakdowns: [
      ['Most active users', 'User'],
      ['Events by category', 'Category Name'],
    ],
  },
  {
    name: 'Usage: document activity',
    description: 'Which documents are opened and changed, and who did it.',
    area: 'Documents',
    figures: [
      ['Documents opened', countOf('OBJECT_OPENED')],
      ['Documents', 'CountDistinct([Events/Object Id])'],
      people,
    ],
    breakdowns: [
      ['Most used documents', 'Object'],
      ['By type of event', 'Event'],
    ],
  },
  {
    name: 'Usage: document permissions',
    description: 'What was shared, who received access, and what was requested.',
    area: 'Permissions',
    figures: [
      ['Access granted', countOf('GRANT_CREATED')],
      ['Access removed', countOf('GRANT_DELETED')],
      ['Access requests', countOf('ACCESS_REQUEST_CREATED')],
    ],
    breakdowns: [
      ['By document', 'Object'],
      ['By person', 'User'],
    ],
  },
  {
    name: 'Usage: exports',
    description: 'Which files were exported, who exported them, and what failed.',
    area: 'Exports',
    figures: [
      ['Files exported', countOf('EXPORT_COMPLETED')],
      ['Schedules sent', countOf('SCHEDULE_SENT')],
      ['Failed', countOf('EXPORT_FAILED', 'SCHEDULE_FAILED')],
    ],
    breakdowns: [
      ['By person', 'User'],
      ['By type of event', 'Event'],
    ],
  },
  {
    name: 'Usage: materializations',
    description: 'Which elements were stored, and what failed.',
    area: 'Materializations',
    figures: [
      ['Stored', countOf('MATERIALIZATION_COMPLETED')],
      ['Failed', countOf('MATERIALIZATION_FAILED')],
      ['Documents', 'CountDistinct([Events/Object Id])'],
    ],
    breakdowns: [
      ['By document', 'Object'],
      ['By type of event', 'Event'],
    ],
  },
  {
    name: 'Usage: queries',
    description: 'How many queries ran on data platforms, and how long they took.',
    area: 'Queries',
    figures: [['Queries', 'Count()'], ['Rows read', 'Sum([Events/Row Count])'], failures],
    breakdowns: [
      ['By document', 'Object'],
      ['By person', 'User'],
    ],
  },
  {
    name: 'Usage: embedding',
    description: 'Which embeds were created, and the sessions in them.',
    area: 'Embedding',
    figures: [['Sessions', countOf('EMBED_SESSION_STARTED')], ['Embeds created', countOf('EMBED_CREATED')], people],
    breakdowns: [
      ['By document', 'Object'],
      ['By person', 'User'],
    ],
  },
]

/** A usage dashboard as a workbook (form N) on the data model "Octavo usage". */
export function usageWorkbook(
  dashboard: Dashboard,
  { dataModelId, folderId }: { dataModelId: string; folderId: string },
) {
  const { name, description } = dashboard
  return {
    name,
    folderId,
    description,
    schemaVersion: 1,
    kind: 'workbook',
    pages: [
      { id: 'overview', name: 'Overview', elements: overview(dashboard) },
      { id: 'details', name: 'Events', elements: [eventsTable(dashboard, dataModelId)] },
    ],
    layout: [
      page('overview', [
        ['period', 1, 9, 1, 4],
        ['figure-0', 1, 9, 4, 9],
        ['figure-1', 9, 17, 4, 9],
        ['figure-2', 17, 25, 4, 9],
        ['by-day', 1, 25, 9, 21],
        ['breakdown-0', 1, 13, 21, 35],
        ['breakdown-1', 13, 25, 21, 35],
      ]),
      page('details', [['events', 1, 25, 1, 36]]),
    ].join('\n'),
  }
}

function overview({ figures, breakdowns }: Dashboard): object[] {
  return [
    {
      id: 'period',
      kind: 'control',
      controlId: 'Period',
      controlType: 'date-range',
      name: 'Period',
      mode: 'last',
      value: 30,
      unit: 'day',
      includeToday: true,
      filters: [{ source: events, columnId: 'e-created' }],
    },
    ...figures.map(([name, formula], index) => ({
      id: `figure-${index}`,
      kind: 'kpi-chart',
      name,
      source: events,
      columns: [{ id: `f-${index}`, formula, name, format: count }],
      value: { columnId: `f-${index}` },
    })),
    {
      ...barChart,
      id: 'by-day',
      name: 'Events by day',
      columns: [
        { id: 'd-day', formula: 'DateTrunc("day", [Events/Created At])', name: 'Day', format: day },
        { id: 'd-events', formula: 'Count()', name: 'Events', format: count },
      ],
      xAxis: { columnId: 'd-day', sort: { direction: 'ascending' } },
      yAxis: { columnIds: ['d-events'] },
    },
    ...breakdowns.map(([title, column], index) => ({
      ...barChart,
      id: `breakdown-${index}`,
      name: title,
      orientation: 'horizontal',
      columns: [
        { id: `b-${index}`, formula: `[Events/${column}]`, name: column },
        { id: `n-${index}`, formula: 'Count()', name: 'Events', format: count },
      ],
      xAxis: { columnId: `b-${index}`, sort: { direction: 'descending', by: `n-${index}` } },
      yAxis: { columnIds: [`n-${index}`] },
      filters: [
        {
          id: `top-${index}`,
          columnId: `n-${index}`,
          kind: 'top-n',
          rankingFunction: 'rank',
          mode: 'top-n',
          rowCount: 15,
        },
      ],
    })),
  ]
}

const shown = [
  ['created', 'Created At', minute],
  ['name', 'Event', null],
  ['type', 'Event Type', null],
  ['user', 'User', null],
  ['object', 'Object', null],
  ['object-type', 'Object Type', null],
  ['status', 'Event Status', null],
  ['reason', 'Event Status Reason Code', null],
  ['category-name', 'Category Name', null],
  ['category', 'Category', null],
  ['rows', 'Row Count', count],
  ['duration', 'Duration Ms', count],
  ['address', 'IP Address', null],
  ['object-id', 'Object Id', null],
  ['user-id', 'User Id', null],
  ['number', 'Sequence Number', count],
] as const

/** Codes, for formulas; the table shows their words. */
const codes: ReadonlySet<string> = new Set(['type', 'category'])

function eventsTable({ area }: Dashboard, dataModelId: string): object {
  const isArea = { id: 'of-area', columnId: 'e-area', kind: 'list', mode: 'include', values: [area] }
  return {
    id: 'events',
    kind: 'table',
    name: 'Events',
    source: { kind: 'data-model', dataModelId, elementId: usageEvents },
    columns: [
      ...shown.map(([id, name, format]) => ({
        id: `e-${id}`,
        formula: `[Events/${name}]`,
        name,
        ...(format === null ? {} : { format }),
        ...(codes.has(id) ? { hidden: true } : {}),
      })),
      { id: 'e-area', formula: '[Events/Area]', name: 'Area', hidden: true },
    ],
    ...(area === null ? {} : { filters: [isArea] }),
    sort: [{ columnId: 'e-number', direction: 'descending' }],
  }
}

/** An element with its grid position: first and last column line, first and last row line. */
type Place = readonly [elementId: string, left: number, right: number, top: number, bottom: number]

function page(id: string, places: readonly Place[]): string {
  const children = places.map(
    ([elementId, left, right, top, bottom]) =>
      `  <LayoutElement elementId="${elementId}" gridColumn="${left} / ${right}" gridRow="${top} / ${bottom}"/>`,
  )
  const grid = 'type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto"'
  return [`<Page ${grid} id="${id}">`, ...children, '</Page>'].join('\n')
}
