/** The documents that the benchmark queries, over the table of seed.ts. */
export function benchDocument(connectionId: string, folderId: string) {
  const names = ['ID', 'REGION', 'SOLD_ON', 'CUSTOMER', 'QUANTITY', 'AMOUNT', 'SHARE', 'PAID', 'SOLD_AT', 'NOTE']
  return {
    name: 'Bench',
    folderId,
    schemaVersion: 1,
    pages: [
      {
        id: 'page',
        name: 'Page',
        elements: [
          {
            id: 'sales',
            kind: 'table',
            name: 'Sales',
            source: { kind: 'warehouse-table', connectionId, path: ['BENCH', 'main', 'SALES'] },
            columns: names.map((name) => ({ id: `c-${name}`, name, formula: `[SALES/${name}]` })),
          },
          {
            id: 'big',
            kind: 'table',
            name: 'Big',
            source: { kind: 'warehouse-table', connectionId, path: ['BENCH', 'main', 'BIG'] },
            columns: names.map((name) => ({ id: `b-${name}`, name, formula: `[BIG/${name}]` })),
          },
          {
            id: 'least',
            kind: 'control',
            controlId: 'Least',
            controlType: 'number-range',
            filters: [{ source: { kind: 'table', elementId: 'sales' }, columnId: 'c-AMOUNT' }],
          },
          {
            id: 'by-month',
            kind: 'bar-chart',
            name: 'By month',
            source: { kind: 'table', elementId: 'sales' },
            columns: [
              { id: 'm', name: 'Month', formula: 'DateTrunc("month", [Sales/SOLD_ON])' },
              { id: 'r', name: 'Region', formula: '[Sales/REGION]' },
              { id: 'n', name: 'Lines', formula: 'Count()' },
              { id: 'a', name: 'Amount', formula: 'Sum([Sales/AMOUNT])' },
            ],
            xAxis: { columnId: 'm' },
            yAxis: { columnIds: ['n', 'a'] },
            color: { by: 'category', column: 'r' },
          },
        ],
      },
    ],
  }
}

const regions = 9
const tilesOfRegion = 5
/** Tiles with data on the page of `tilesDocument`. */
export const tileCount = regions * tilesOfRegion

/**
 * A page like a busy dashboard: a KPI, three charts and a grouped table for each of nine regions. Columns of a table with a name in small
 * letters have small letters too.
 */
export function tilesDocument(connectionId: string, folderId: string, path = ['BENCH', 'main', 'SALES']) {
  const table = path.at(-1) ?? ''
  const columnOf = (name: string) => (table === table.toLowerCase() ? name.toLowerCase() : name)
  const names = ['ID', 'REGION', 'SOLD_ON', 'CUSTOMER', 'QUANTITY', 'AMOUNT', 'PAID']
  const source = { kind: 'table', elementId: 'sales' }
  const of = (region: number) => `[Sales/REGION] = "Region ${region}"`
  const tiles = Array.from({ length: regions }, (_, region) => {
    const sum = { name: 'Amount', formula: `SumIf([Sales/AMOUNT], ${of(region)})` }
    const chart = (id: string, kind: string, formula: string) => ({
      id: `${id}-${region}`,
      kind,
      name: `${id} ${region}`,
      source,
      columns: [
        { id: `${id}-${region}-x`, name: 'Group', formula },
        { id: `${id}-${region}-y`, ...sum },
      ],
      xAxis: { columnId: `${id}-${region}-x` },
      yAxis: { columnIds: [`${id}-${region}-y`] },
    })
    return [
      {
        id: `kpi-${region}`,
        kind: 'kpi-chart',
        name: `Amount ${region}`,
        source,
        columns: [{ id: `kpi-${region}-v`, ...sum }],
        value: { columnId: `kpi-${region}-v` },
      },
      chart('month', 'bar-chart', 'DateTrunc("month", [Sales/SOLD_ON])'),
      chart('quantity', 'line-chart', '[Sales/QUANTITY]'),
      chart('weekday', 'area-chart', 'Weekday([Sales/SOLD_ON])'),
      {
        id: `table-${region}`,
        kind: 'table',
        name: `Years ${region}`,
        source,
        columns: [
          { id: `table-${region}-g`, name: 'Year', formula: 'DateTrunc("year", [Sales/SOLD_ON])' },
          { id: `table-${region}-p`, name: 'Paid', formula: '[Sales/PAID]' },
          { id: `table-${region}-y`, ...sum },
          { id: `table-${region}-c`, name: 'Customers', formula: `CountDistinct([Sales/CUSTOMER])` },
        ],
        groupings: [
          {
            id: `table-${region}-l`,
            groupBy: [`table-${region}-g`, `table-${region}-p`],
            calculations: [`table-${region}-y`, `table-${region}-c`],
          },
        ],
      },
    ]
  })
  return {
    name: 'Tiles',
    folderId,
    schemaVersion: 1,
    pages: [
      {
        id: 'data',
        name: 'Data',
        elements: [
          {
            id: 'sales',
            kind: 'table',
            name: 'Sales',
            source: { kind: 'warehouse-table', connectionId, path },
            columns: names.map((name) => ({ id: `c-${name}`, name, formula: `[${table}/${columnOf(name)}]` })),
          },
        ],
      },
      {
        id: 'tiles',
        name: 'Tiles',
        elements: [
          {
            id: 'least',
            kind: 'control',
            controlId: 'Least',
            controlType: 'number-range',
            filters: [{ source, columnId: 'c-AMOUNT' }],
          },
          ...tiles.flat(),
        ],
      },
    ],
  }
}
