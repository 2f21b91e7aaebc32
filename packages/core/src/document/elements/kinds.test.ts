import { describe, expect, test } from 'vitest'
import { readFormC, writeFormC } from '../codecs/form-c.ts'
import { readFormN, writeFormN } from '../codecs/form-n.ts'
import { problemSummary } from '../problems.ts'
import { barsOf, controlOf, ordersTable, workbookWith } from '../testing/examples.ts'
import { elementKinds } from './index.ts'

type Fields = Record<string, unknown>

const data = (fields: Fields) => ({
  source: { kind: 'table', elementId: 'orders' },
  columns: [
    { id: 'a', formula: '[Orders/Order Id]' },
    { id: 'b', formula: 'Sum([Orders/Net])' },
    { id: 'c', formula: '[Orders/Net]' },
  ],
  ...fields,
})
const effect = (fields: Fields) => ({ actions: [{ id: 'act', trigger: 'on-click', effects: [fields] }] })
const note = { source: { kind: 'empty', connectionId: 'c1' }, inputMode: 'edit' }

/** The minimal fields of each kind, in the spelling of form N. */
const least: Record<string, Fields> = {
  'pivot-table': data({ values: ['b'], rowsBy: [{ id: 'a' }], columnsBy: [{ id: 'c' }] }),
  'input-table': { ...note, columns: [{ id: 'ID' }, { id: 't', type: 'text' }] },
  progress: { value: 'Sum([Orders/Net])' },
  'waterfall-chart': data({ xAxis: { columnId: 'a' }, yAxis: { columnIds: ['b'] } }),
  'treemap-chart': data({ category: { columnId: 'a' }, of: 'tomorrow' }),
  'gauge-chart': data({ value: { columnId: 'b' } }),
  'sankey-chart': data({ stages: [{ columnId: 'a' }, { columnId: 'c' }], value: { columnId: 'b' } }),
  'funnel-chart': data({ stage: { columnId: 'a' }, series: { columnId: 'b' } }),
  'box-chart': data({ yAxis: { columnIds: ['b'] } }),
  'point-map': data({ latitude: { id: 'a' }, longitude: { id: 'c' }, tooltip: [{ id: 'a' }] }),
  'region-map': data({ region: { id: 'a', regionType: 'country' } }),
  'geography-map': data({ geography: { id: 'a' } }),
  image: { source: { kind: 'url', url: 'https://example.com/a.png' } },
  embed: { url: 'https://example.com/{{[C]}}' },
  divider: {},
  button: { text: 'Go' },
  plugin: { pluginId: 'p', config: { all: { kind: 'element', elementId: 'orders' }, fast: true } },
  'page-break': {},
  form: { fields: [{ type: 'text' }] },
  navigation: { mode: 'auto' },
  chat: {},
  'repeated-container': {
    source: { kind: 'table', elementId: 'orders' },
    sort: [{ columnId: 'o-net', direction: 'ascending' }],
  },
  container: {},
  'tabbed-container': { tabs: [{ name: 'One' }] },
}

const control = controlOf({ controlType: 'text', mode: 'equals' })
const bodyWith = (kind: string, fields: Fields = {}, rest: Fields = {}) =>
  workbookWith([{ id: 'e', kind, ...least[kind], ...fields }, ordersTable(), barsOf(), control], rest)
const problemsOf = (body: unknown) => readFormN(body).problems.map(problemSummary)

describe('the minimal fields of a kind', () => {
  test.each(Object.keys(least))('%s is read without problems and written unchanged', (kind) => {
    const body = bodyWith(kind)
    const { document, problems, warnings } = readFormN(body)
    expect({ problems, warnings }).toEqual({ problems: [], warnings: [] })
    expect(writeFormN(document).pages).toEqual(body.pages)
    const flat = readFormC(writeFormC(document))
    expect({ problems: flat.problems, warnings: flat.warnings }).toEqual({ problems: [], warnings: [] })
    expect(writeFormN(flat.document).pages).toEqual(body.pages)
  })

  test('every published kind is listed here or has a test of its own', () => {
    const elsewhere = ['table', 'kpi-chart', 'bar-chart', 'line-chart', 'area-chart', 'scatter-chart', 'combo-chart']
    const others = ['pie-chart', 'donut-chart', 'control', 'text', 'single-row-container']
    expect([...Object.keys(least), ...elsewhere, ...others].sort()).toEqual([...elementKinds.keys()].sort())
  })
})

test('a calculated line of a pivot table is read without problems, and one whose column is on no shelf has a warning', () => {
  const warningsOf = (inColumn: string) => {
    const calculations = [{ columnId: 'b', formula: '[b] * 2' }]
    const line = { id: 'line', inColumn, position: 'below', name: 'Twice', value: 'A', anchorRow: 'data', calculations }
    const rowsBy = [{ id: 'a' }, { id: 'd', showValuesAggregatedAt: 'every-parent-row' }]
    const columns = [...(data({}).columns ?? []), { id: 'd', formula: '[Orders/Order Id]' }]
    const { problems, warnings } = readFormN(bodyWith('pivot-table', { columns, rowsBy, adhocCalcs: [line] }))
    return [...problems, ...warnings].map(({ path }) => path)
  }
  expect(warningsOf('d')).toEqual([])
  expect(warningsOf('c')).toEqual([])
  expect(warningsOf('b')).toEqual(['pages[0].elements[0].adhocCalcs[0].inColumn'])
})

describe('a problem has its deepest path', () => {
  const bars = (fields: Fields) => workbookWith([barsOf(fields), ordersTable()])
  const cases: [string, unknown, string[]][] = [
    ['pivot-table', bodyWith('pivot-table', { values: ['b', 'x'] }), ["values[1]: Dependency not found: 'x'"]],
    ['pivot-table', bodyWith('pivot-table', { rowsBy: [{ id: 'x' }] }), ["rowsBy[0].id: Dependency not found: 'x'"]],
    [
      'pivot-table',
      bodyWith('pivot-table', { columnsBy: [{ id: 'a' }] }),
      ["columnsBy[0].id: Column 'a' is referenced from both 'rowsBy[0].columnId' and 'columnsBy[0].columnId'"],
    ],
    [
      'pivot-table',
      bodyWith('pivot-table', { display: { rowLayout: 'diagonal' } }),
      ['display.rowLayout: Invalid value: "diagonal"'],
    ],
    [
      'pivot-table',
      bodyWith('pivot-table', { axisTotals: [{ axisId: 'x' }] }),
      ["axisTotals[0].axisId: Dependency not found: 'x'"],
    ],
    [
      'pivot-table',
      bodyWith('pivot-table', {
        adhocCalcs: [
          {
            id: 'line',
            inColumn: 'x',
            position: 'below',
            in: [{ columnId: 'y', value: 'A' }],
            calculations: [{ columnId: 'z', formula: '1' }],
          },
        ],
      }),
      [
        "adhocCalcs[0].inColumn: Dependency not found: 'x'",
        "adhocCalcs[0].in[0].columnId: Dependency not found: 'y'",
        "adhocCalcs[0].calculations[0].columnId: Dependency not found: 'z'",
      ],
    ],
    [
      'input-table',
      bodyWith('input-table', { columns: [{ id: 't', type: 'txt' }] }),
      ['columns[0].type: Invalid value: "txt"'],
    ],
    [
      'input-table',
      bodyWith('input-table', { source: { kind: 'linked', from: 'x' } }),
      ["source.from: Dependency not found: 'x'"],
    ],
    [
      'input-table',
      bodyWith('input-table', { columns: [{ id: 't', type: 'file', maxFileSizeMb: 201 }] }),
      ['columns[0].maxFileSizeMb: Invalid number: 201'],
    ],
    ['progress', bodyWith('progress', { mode: 'half' }), ['mode: Invalid value: "half"']],
    [
      'progress',
      bodyWith('progress', { config: { colorRules: [{ formula: 'True' }] } }),
      ['config.colorRules[0].color: is required'],
    ],
    [
      'waterfall-chart',
      bodyWith('waterfall-chart', { startPoint: { value: { type: 'column', columnId: 'b' } } }),
      ['startPoint.value.func: is required'],
    ],
    [
      'waterfall-chart',
      bodyWith('waterfall-chart', { splitBy: { id: 'x' } }),
      ["splitBy.id: Dependency not found: 'x'"],
    ],
    ['treemap-chart', bodyWith('treemap-chart', { category: {} }), ['category.columnId: is required']],
    [
      'sankey-chart',
      bodyWith('sankey-chart', { stages: [{ columnId: 'x' }] }),
      ["stages[0].columnId: Dependency not found: 'x'"],
    ],
    ['point-map', bodyWith('point-map', { pointStyle: { opacity: 2 } }), ['pointStyle.opacity: Invalid number: 2']],
    ['point-map', bodyWith('point-map', { tooltip: [{ id: 'x' }] }), ["tooltip[0].id: Dependency not found: 'x'"]],
    [
      'region-map',
      bodyWith('region-map', { region: { id: 'a', regionType: 'planet' } }),
      ['region.regionType: Invalid value: "planet"'],
    ],
    ['image', bodyWith('image', { source: { kind: 'url' } }), ['source.url: is required']],
    ['button', bodyWith('button', { appearance: 'loud' }), ['appearance: Invalid value: "loud"']],
    [
      'plugin',
      bodyWith('plugin', { config: { all: { kind: 'element', elementId: 'x' } } }),
      ["config.all.elementId: Dependency not found: 'x'"],
    ],
    ['form', bodyWith('form', { fields: [{ type: 'text', label: 7 }] }), ['fields[0].label: Invalid string: 7']],
    [
      'navigation',
      bodyWith('navigation', {
        mode: 'manual',
        options: [{ submenu: [{ destination: { type: 'page', pageId: 'x' } }] }],
      }),
      ["options[0].submenu[0].destination.pageId: Dependency not found: 'x'"],
    ],
    ['chat', bodyWith('chat', { agentId: 'x' }), ["agentId: Dependency not found: 'x'"]],
    [
      'repeated-container',
      bodyWith('repeated-container', { arrangement: 'pile' }),
      ['arrangement: Invalid value: "pile"'],
    ],
    [
      'a trigger',
      bodyWith('button', { actions: [{ id: 'a', trigger: 'on-touch', effects: [] }] }),
      ['actions[0].trigger: Invalid value: "on-touch"'],
    ],
    [
      'an effect',
      bodyWith('button', effect({ effect: 'explode' })),
      ['actions[0].effects[0].effect: Invalid effect: "explode"'],
    ],
    [
      'the branches of an if',
      bodyWith(
        'button',
        effect({
          effect: 'if-else',
          branches: [
            {
              condition: { type: 'control', control: 'X', cond: '=', value: { type: 'text', value: 'a' } },
              effects: [{ effect: 'open-overlay', overlayId: 'x' }],
            },
            { condition: { type: 'wish' }, effects: [] },
          ],
          else: [{ effect: 'if-else', branches: [] }],
        }),
      ),
      [
        'actions[0].effects[0].branches[1].condition.type: Invalid type: "wish"',
        'actions[0].effects[0].else[0].branches: Invalid array: 0 entries',
        "actions[0].effects[0].branches[0].condition.control: Dependency not found: 'X'",
        "actions[0].effects[0].branches[0].effects[0].overlayId: Dependency not found: 'x'",
      ],
    ],
    [
      'an effect on a control',
      bodyWith(
        'button',
        effect({ effect: 'set-control-value', control: 'X', value: { type: 'control', control: 'C' } }),
      ),
      ["actions[0].effects[0].control: Dependency not found: 'X'"],
    ],
    [
      'an effect on an overlay',
      bodyWith('button', effect({ effect: 'open-overlay', overlayId: 'x' })),
      ["actions[0].effects[0].overlayId: Dependency not found: 'x'"],
    ],
    [
      'an effect on rows',
      bodyWith(
        'button',
        effect({
          effect: 'insert-rows',
          table: 'orders',
          values: { x: { type: 'constant', value: { type: 'text', value: 'a' } } },
        }),
      ),
      ["actions[0].effects[0].values.x: Dependency not found: 'x'"],
    ],
    [
      'a value of an effect',
      bodyWith(
        'button',
        effect({
          effect: 'set-control-value',
          control: 'C',
          value: { type: 'constant', value: { type: 'number', value: 'a' } },
        }),
      ),
      ['actions[0].effects[0].value.value.value: Invalid number or null: "a"'],
    ],
    [
      'a conditional format',
      bodyWith('pivot-table', {
        conditionalFormats: [{ type: 'single', columnIds: ['b'], condition: 'Between', low: 1 }],
      }),
      ['conditionalFormats[0].high: is required'],
    ],
    [
      'a table style',
      bodyWith('pivot-table', { tableStyle: { gridLines: 'some' } }),
      ['tableStyle.gridLines: Invalid value: "some"'],
    ],
    [
      'an axis',
      bars({ xAxis: { columnId: 'b-x', format: { tickSpacing: { type: 'count', count: 31 } } } }),
      ['xAxis.format.tickSpacing.count: Invalid number: 31'],
    ],
    [
      'a reference mark',
      bars({ refMarks: [{ type: 'line', axis: 'series', value: 5 }] }),
      ['refMarks[0].value: Invalid object: 5'],
    ],
    [
      'a trend line',
      bars({ trendlines: [{ columnId: 'x', model: 'linear' }] }),
      ["trendlines[0].columnId: Dependency not found: 'x'"],
    ],
    ['a legend', bars({ legend: { position: 'middle' } }), ['legend.position: Invalid value: "middle"']],
    ['a label', bars({ dataLabel: { labels: 'yes' } }), ['dataLabel.labels: Invalid value: "yes"']],
  ]
  test.each(cases)('%s: %#', (_kind, body, expected) => {
    expect(problemsOf(body)).toEqual(expected.map((summary) => `pages[0].elements[0].${summary}`))
  })

  const agents = (agent: Fields) => workbookWith([ordersTable()], { agents: [{ id: 'a', instructions: '', ...agent }] })
  const modal = (fields: Fields) => ({
    schemaVersion: 1,
    pages: [{ id: 'm', name: 'M', type: 'modal', elements: [], ...fields }],
  })
  const around: [string, unknown, string[]][] = [
    ['an agent', agents({ instructions: 7 }), ['agents[0].instructions: Invalid string: 7']],
    [
      'a source of an agent',
      agents({ dataSources: [{ kind: 'table', elementId: 'x' }] }),
      ["agents[0].dataSources[0].elementId: Dependency not found: 'x'"],
    ],
    [
      'a step of an agent',
      agents({
        tools: [
          {
            toolId: 't',
            kind: 'action',
            name: 'N',
            description: 'D',
            steps: [{ kind: 'effect', effect: 'refresh-element', target: { type: 'element', element: 'x' } }],
          },
        ],
      }),
      ["agents[0].tools[0].steps[0].target.element: Dependency not found: 'x'"],
    ],
    ['a modal', modal({ modal: { width: 'wide' } }), ['pages[0].modal.width: Invalid value: "wide"']],
    [
      'an action of a modal',
      modal({ actions: [{ id: 'a', trigger: 'on-close', effects: [{ effect: 'open-overlay', overlayId: 'x' }] }] }),
      ["pages[0].actions[0].effects[0].overlayId: Dependency not found: 'x'"],
    ],
    [
      'a theme',
      workbookWith([], { themeOverrides: { borderRadius: 'soft' } }),
      ['themeOverrides.borderRadius: Invalid value: "soft"'],
    ],
  ]
  test.each(around)('%s', (_title, body, expected) => {
    expect(problemsOf(body)).toEqual(expected)
  })

  test('problems in form C use the names of form C', () => {
    const { document } = readFormN(bodyWith('button'))
    const contents = writeFormC(document) as { elements: Fields[] }
    const [button] = contents.elements
    const actions = effect({ effect: 'insert-rows', tableElementId: 'x', values: {} }).actions
    const body = { ...contents, elements: [{ ...button, actions }, ...contents.elements.slice(1)] }
    expect(readFormC(body).problems.map(problemSummary)).toEqual([
      "contents.elements[0].actions[0].effects[0].tableElementId: Dependency not found: 'x'",
    ])
    const panels = { ...contents, panels: [{ id: 'h', type: 'header', config: { scroll: 'fast' } }] }
    expect(readFormC(panels).problems.map(problemSummary)).toEqual([
      'contents.panels[0].config.scroll: Invalid value: "fast"',
    ])
  })
})
