import { retailIds } from './retail-data-model.ts'

const money = { kind: 'number', formatString: '$,.2f' }
const wholeMoney = { kind: 'number', formatString: '$,.0f' }
const shortMoney = { kind: 'number', formatString: '$,.3s' }
const count = { kind: 'number', formatString: ',.0f' }
const key = { kind: 'number', formatString: 'd' }
const percent = { kind: 'number', formatString: '.1%' }
const day = { kind: 'datetime', formatString: '%Y-%m-%d' }
const month = { kind: 'datetime', formatString: '%b %Y' }

const lines = { kind: 'table', elementId: 'lines' }

/** The workbook "Retail overview" on the data model "Retail", as code (form N). */
export function retailOverview({ dataModelId, folderId }: { dataModelId: string; folderId: string }) {
  return {
    name: 'Retail overview',
    folderId,
    description: 'Revenue, orders and customers by region, channel and product. A tour of what a workbook can do.',
    schemaVersion: 1,
    kind: 'workbook',
    pages: [
      {
        id: 'overview',
        name: 'Overview',
        elements: [
          {
            id: 'title',
            kind: 'text',
            body:
              '# Retail overview\n\nThree years of orders. Pick regions, sizes of a sale or products: ' +
              'the whole page follows.',
          },
          {
            id: 'pick-region',
            kind: 'control',
            controlId: 'Region',
            controlType: 'list',
            name: 'Region',
            mode: 'include',
            selectionMode: 'multiple',
            values: [],
            source: { kind: 'source', source: lines, columnId: 'l-region' },
            filters: [{ source: lines, columnId: 'l-region' }],
          },
          {
            id: 'pick-channel',
            kind: 'control',
            controlId: 'Channel',
            controlType: 'list',
            name: 'Channel',
            mode: 'include',
            selectionMode: 'multiple',
            values: [],
            source: { kind: 'source', source: lines, columnId: 'l-channel' },
            filters: [{ source: lines, columnId: 'l-channel' }],
          },
          {
            id: 'pick-sale',
            kind: 'control',
            controlId: 'Sale-Size',
            controlType: 'number-range',
            name: 'Revenue of a sale',
            filters: [{ source: lines, columnId: 'l-revenue' }],
          },
          {
            id: 'pick-product',
            kind: 'control',
            controlId: 'Product-Search',
            controlType: 'text',
            name: 'Product contains',
            mode: 'contains',
            case: 'insensitive',
            includeNulls: 'when-no-value-is-selected',
            showOperators: false,
            filters: [{ source: lines, columnId: 'l-product' }],
          },
          {
            id: 'kpi-revenue',
            kind: 'kpi-chart',
            name: 'Revenue',
            source: lines,
            columns: [{ id: 'kr', formula: 'Sum([Sales lines/Revenue])', name: 'Revenue', format: shortMoney }],
            value: { columnId: 'kr' },
          },
          {
            id: 'kpi-orders',
            kind: 'kpi-chart',
            name: 'Orders',
            source: lines,
            columns: [{ id: 'ko', formula: 'CountDistinct([Sales lines/Order Id])', name: 'Orders', format: count }],
            value: { columnId: 'ko' },
          },
          {
            id: 'kpi-average',
            kind: 'kpi-chart',
            name: 'Average order',
            source: lines,
            columns: [
              {
                id: 'ka',
                formula: 'Sum([Sales lines/Revenue]) / CountDistinct([Sales lines/Order Id])',
                name: 'Average order',
                format: money,
              },
            ],
            value: { columnId: 'ka' },
          },
          {
            id: 'kpi-customers',
            kind: 'kpi-chart',
            name: 'Customers',
            source: lines,
            columns: [
              { id: 'kc', formula: 'CountDistinct([Sales lines/Customer Id])', name: 'Customers', format: count },
            ],
            value: { columnId: 'kc' },
          },
          {
            id: 'trend',
            kind: 'line-chart',
            name: 'Revenue by month and channel',
            source: lines,
            columns: [
              { id: 'tr-month', formula: 'DateTrunc("month", [Sales lines/Order Date])', name: 'Month', format: month },
              { id: 'tr-channel', formula: '[Sales lines/Channel]', name: 'Channel' },
              { id: 'tr-revenue', formula: 'Sum([Sales lines/Revenue])', name: 'Revenue', format: wholeMoney },
            ],
            xAxis: { columnId: 'tr-month', sort: { direction: 'ascending' } },
            yAxis: { columnIds: ['tr-revenue'] },
            color: { by: 'category', column: 'tr-channel' },
          },
          {
            id: 'by-category',
            kind: 'bar-chart',
            name: 'Revenue by category',
            source: lines,
            orientation: 'horizontal',
            columns: [
              { id: 'ca-name', formula: '[Sales lines/Category]', name: 'Category' },
              { id: 'ca-revenue', formula: 'Sum([Sales lines/Revenue])', name: 'Revenue', format: wholeMoney },
            ],
            xAxis: { columnId: 'ca-name', sort: { direction: 'descending', by: 'ca-revenue' } },
            yAxis: { columnIds: ['ca-revenue'] },
          },
          {
            id: 'by-region',
            kind: 'bar-chart',
            name: 'Revenue by region and channel',
            source: lines,
            columns: [
              { id: 're-name', formula: '[Sales lines/Region]', name: 'Region' },
              { id: 're-channel', formula: '[Sales lines/Channel]', name: 'Channel' },
              { id: 're-revenue', formula: 'Sum([Sales lines/Revenue])', name: 'Revenue', format: wholeMoney },
            ],
            xAxis: { columnId: 're-name', sort: { direction: 'ascending' } },
            yAxis: { columnIds: ['re-revenue'] },
            color: { by: 'category', column: 're-channel' },
            stacking: 'stacked',
          },
          {
            id: 'regions',
            kind: 'table',
            name: 'Regions and their stores',
            source: lines,
            columns: [
              { id: 'rg-region', formula: '[Sales lines/Region]', name: 'Region' },
              { id: 'rg-region-revenue', formula: 'Sum([Revenue])', name: 'Region revenue', format: wholeMoney },
              { id: 'rg-region-orders', formula: 'CountDistinct([Order])', name: 'Region orders', format: count },
              { id: 'rg-store', formula: '[Sales lines/Store]', name: 'Store' },
              { id: 'rg-store-revenue', formula: 'Sum([Revenue])', name: 'Store revenue', format: wholeMoney },
              { id: 'rg-store-orders', formula: 'CountDistinct([Order])', name: 'Store orders', format: count },
              {
                id: 'rg-store-margin',
                formula: 'Sum([Margin]) / Sum([Revenue])',
                name: 'Margin rate',
                format: percent,
              },
              { id: 'rg-order', formula: '[Sales lines/Order Id]', name: 'Order', format: key },
              { id: 'rg-date', formula: '[Sales lines/Order Date]', name: 'Order date', format: day },
              { id: 'rg-product', formula: '[Sales lines/Product]', name: 'Product' },
              { id: 'rg-quantity', formula: '[Sales lines/Quantity]', name: 'Quantity', format: count },
              { id: 'rg-revenue', formula: '[Sales lines/Revenue]', name: 'Revenue', format: money },
              { id: 'rg-margin', formula: '[Sales lines/Margin]', name: 'Margin', format: money, hidden: true },
            ],
            groupings: [
              {
                id: 'by-region-group',
                groupBy: ['rg-region'],
                calculations: ['rg-region-revenue', 'rg-region-orders'],
                sort: [{ columnId: 'rg-region-revenue', direction: 'descending' }],
              },
              {
                id: 'by-store-group',
                groupBy: ['rg-store'],
                calculations: ['rg-store-revenue', 'rg-store-orders', 'rg-store-margin'],
                sort: [{ columnId: 'rg-store-revenue', direction: 'descending' }],
              },
            ],
          },
        ],
      },
      {
        id: 'details',
        name: 'Sales lines',
        elements: [
          {
            id: 'details-title',
            kind: 'text',
            body:
              '## Every line of every order\n\nThe table behind the overview. The controls of the first page act on it, ' +
              'so both pages always tell the same story.',
          },
          {
            id: 'by-brand',
            kind: 'bar-chart',
            name: 'Revenue by brand',
            source: lines,
            columns: [
              { id: 'br-name', formula: '[Sales lines/Brand]', name: 'Brand' },
              { id: 'br-revenue', formula: 'Sum([Sales lines/Revenue])', name: 'Revenue', format: wholeMoney },
            ],
            xAxis: { columnId: 'br-name', sort: { direction: 'descending', by: 'br-revenue' } },
            yAxis: { columnIds: ['br-revenue'] },
          },
          {
            id: 'by-status',
            kind: 'bar-chart',
            name: 'Orders by status',
            source: lines,
            orientation: 'horizontal',
            columns: [
              { id: 'sx-name', formula: '[Sales lines/Status]', name: 'Status' },
              { id: 'sx-orders', formula: 'CountDistinct([Sales lines/Order Id])', name: 'Orders', format: count },
            ],
            xAxis: { columnId: 'sx-name', sort: { direction: 'descending', by: 'sx-orders' } },
            yAxis: { columnIds: ['sx-orders'] },
          },
          {
            id: 'lines',
            kind: 'table',
            name: 'Sales lines',
            source: { kind: 'data-model', dataModelId, elementId: retailIds.sales },
            columns: [
              { id: 'l-order', formula: '[Sales/Order Id]', name: 'Order Id', format: key },
              { id: 'l-date', formula: '[Sales/Order Date]', name: 'Order Date', format: day },
              { id: 'l-status', formula: '[Sales/Status]', name: 'Status' },
              { id: 'l-channel', formula: '[Sales/Channel]', name: 'Channel' },
              { id: 'l-region', formula: '[Sales/Region]', name: 'Region' },
              { id: 'l-store', formula: '[Sales/Store]', name: 'Store' },
              { id: 'l-customer', formula: '[Sales/Customer Id]', name: 'Customer Id', format: key },
              { id: 'l-category', formula: '[Sales/Category]', name: 'Category' },
              { id: 'l-brand', formula: '[Sales/Brand]', name: 'Brand' },
              { id: 'l-product', formula: '[Sales/Product]', name: 'Product' },
              { id: 'l-quantity', formula: '[Sales/Quantity]', name: 'Quantity', format: count },
              { id: 'l-price', formula: '[Sales/Unit Price]', name: 'Unit Price', format: money },
              { id: 'l-discount', formula: '[Sales/Discount]', name: 'Discount', format: percent },
              { id: 'l-revenue', formula: '[Sales/Revenue]', name: 'Revenue', format: money },
              { id: 'l-margin', formula: '[Sales/Margin]', name: 'Margin', format: money },
              { id: 'l-total', formula: 'Sum([Revenue])', name: 'Total revenue', format: wholeMoney },
              { id: 'l-count', formula: 'CountDistinct([Order Id])', name: 'Number of orders', format: count },
            ],
            summary: ['l-total', 'l-count'],
            sort: [
              { columnId: 'l-date', direction: 'descending' },
              { columnId: 'l-order', direction: 'ascending' },
            ],
          },
        ],
      },
    ],
    layout: [
      page('overview', [
        ['title', 1, 25, 1, 4],
        ['pick-region', 1, 7, 4, 7],
        ['pick-channel', 7, 13, 4, 7],
        ['pick-sale', 13, 19, 4, 7],
        ['pick-product', 19, 25, 4, 7],
        ['kpi-revenue', 1, 7, 7, 12],
        ['kpi-orders', 7, 13, 7, 12],
        ['kpi-average', 13, 19, 7, 12],
        ['kpi-customers', 19, 25, 7, 12],
        ['trend', 1, 17, 12, 24],
        ['by-category', 17, 25, 12, 24],
        ['by-region', 1, 9, 24, 40],
        ['regions', 9, 25, 24, 40],
      ]),
      page('details', [
        ['details-title', 1, 25, 1, 4],
        ['by-brand', 1, 17, 4, 15],
        ['by-status', 17, 25, 4, 15],
        ['lines', 1, 25, 15, 38],
      ]),
    ].join('\n'),
  }
}

/** An element with its grid position: first and last column line, first and last row line. */
type Place = readonly [elementId: string, left: number, right: number, top: number, bottom: number]

function page(id: string, places: readonly Place[]): string {
  const children = places.map(
    ([elementId, left, right, top, bottom]) =>
      `  <LayoutElement elementId="${elementId}" gridColumn="${left} / ${right}" gridRow="${top} / ${bottom}"/>`,
  )
  return [
    `<Page type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto" id="${id}">`,
    ...children,
    '</Page>',
  ].join('\n')
}
