/** Ids of the data model "Retail" that the sample workbook reads. */
export const retailIds = { sales: 'sales' } as const

const money = { kind: 'number', formatString: '$,.2f' }
const wholeMoney = { kind: 'number', formatString: '$,.0f' }
const count = { kind: 'number', formatString: ',.0f' }
const percent = { kind: 'number', formatString: '.1%' }
const day = { kind: 'datetime', formatString: '%Y-%m-%d' }
const minute = { kind: 'datetime', formatString: '%Y-%m-%d %H:%M' }

/** Joins two elements on a column of the same name. */
const join = (left: string, right: string, joinType: 'inner' | 'left-outer', key: string) => ({
  left: { kind: 'table', elementId: left },
  right: { kind: 'table', elementId: right },
  joinType,
  columns: [{ left: `[${key}]`, right: `[${key}]` }],
})

/** The data model "Retail" over the sample tables, as code (form N). */
export function retailDataModel({ connectionId, folderId }: { connectionId: string; folderId: string }) {
  const table = (name: string) => ({ kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', name] })
  return {
    name: 'Retail',
    folderId,
    description: 'Orders, their items, products, customers and stores, with the measures everybody should use.',
    schemaVersion: 1,
    kind: 'data-model',
    pages: [
      {
        id: 'model',
        name: 'Model',
        elements: [
          {
            id: 'stores',
            kind: 'table',
            name: 'Stores',
            source: table('STORES'),
            columns: [
              { id: 'st-id', formula: '[STORES/STORE_ID]', name: 'Store Id' },
              { id: 'st-name', formula: '[STORES/STORE_NAME]', name: 'Store Name' },
              { id: 'st-region', formula: '[STORES/REGION]', name: 'Region' },
              { id: 'st-state', formula: '[STORES/STATE]', name: 'State' },
              { id: 'st-city', formula: '[STORES/CITY]', name: 'City' },
              { id: 'st-lat', formula: '[STORES/LATITUDE]', name: 'Latitude' },
              { id: 'st-long', formula: '[STORES/LONGITUDE]', name: 'Longitude' },
              { id: 'st-opened', formula: '[STORES/OPENED_ON]', name: 'Opened On', format: day },
              { id: 'st-age', formula: 'DateDiff("year", [Opened On], Today())', name: 'Age In Years', format: count },
            ],
            folders: [
              { id: 'st-place', name: 'Place', items: ['st-region', 'st-state', 'st-city', 'st-lat', 'st-long'] },
            ],
            order: ['st-id', 'st-name', 'st-place', 'st-opened', 'st-age'],
            sort: [{ columnId: 'st-name', direction: 'ascending' }],
          },
          {
            id: 'customers',
            kind: 'table',
            name: 'Customers',
            source: table('CUSTOMERS'),
            columns: [
              { id: 'cu-id', formula: '[CUSTOMERS/CUSTOMER_ID]', name: 'Customer Id' },
              { id: 'cu-name', formula: '[CUSTOMERS/FULL_NAME]', name: 'Full Name' },
              { id: 'cu-email', formula: '[CUSTOMERS/EMAIL]', name: 'Email' },
              { id: 'cu-segment', formula: '[CUSTOMERS/SEGMENT]', name: 'Segment' },
              { id: 'cu-state', formula: '[CUSTOMERS/STATE]', name: 'State' },
              { id: 'cu-joined', formula: '[CUSTOMERS/JOINED_ON]', name: 'Joined On', format: day },
              {
                id: 'cu-tenure',
                formula: 'DateDiff("month", [Joined On], Today())',
                name: 'Tenure In Months',
                description: 'Whole months since the customer joined.',
                format: count,
              },
            ],
            metrics: [{ id: 'cu-count', name: 'Customers', formula: 'CountDistinct([Customer Id])', format: count }],
          },
          {
            id: 'products',
            kind: 'table',
            name: 'Products',
            source: table('PRODUCTS'),
            columns: [
              { id: 'pr-id', formula: '[PRODUCTS/PRODUCT_ID]', name: 'Product Id' },
              { id: 'pr-name', formula: '[PRODUCTS/PRODUCT_NAME]', name: 'Product Name' },
              { id: 'pr-category', formula: '[PRODUCTS/CATEGORY]', name: 'Category' },
              { id: 'pr-brand', formula: '[PRODUCTS/BRAND]', name: 'Brand' },
              { id: 'pr-cost', formula: '[PRODUCTS/UNIT_COST]', name: 'Unit Cost', format: money },
              { id: 'pr-price', formula: '[PRODUCTS/LIST_PRICE]', name: 'List Price', format: money },
              {
                id: 'pr-markup',
                formula: '([List Price] - [Unit Cost]) / [Unit Cost]',
                name: 'Markup',
                description: 'What the list price adds to the cost.',
                format: percent,
              },
            ],
          },
          {
            id: 'orders',
            kind: 'table',
            name: 'Orders',
            source: table('ORDERS'),
            columns: [
              { id: 'or-id', formula: '[ORDERS/ORDER_ID]', name: 'Order Id' },
              { id: 'or-date', formula: '[ORDERS/ORDER_DATE]', name: 'Order Date', format: day },
              { id: 'or-customer', formula: '[ORDERS/CUSTOMER_ID]', name: 'Customer Id' },
              { id: 'or-store', formula: '[ORDERS/STORE_ID]', name: 'Store Id' },
              { id: 'or-status', formula: '[ORDERS/STATUS]', name: 'Status' },
              { id: 'or-channel', formula: '[ORDERS/CHANNEL]', name: 'Channel' },
              { id: 'or-shipped', formula: '[ORDERS/SHIPPED_AT]', name: 'Shipped At', format: minute },
              {
                id: 'or-days',
                formula: 'DateDiff("day", [Order Date], [Shipped At])',
                name: 'Days To Ship',
                format: count,
              },
            ],
            metrics: [
              {
                id: 'or-count',
                name: 'Orders',
                formula: 'CountDistinct([Order Id])',
                format: count,
                timeline: { dateColumnId: 'or-date', truncation: 'month' },
              },
            ],
            relationships: [
              {
                id: 'or-to-customer',
                targetElementId: 'customers',
                keys: [{ sourceColumnId: 'or-customer', targetColumnId: 'cu-id' }],
                name: 'Customer',
                description: 'Who bought.',
              },
              {
                id: 'or-to-store',
                targetElementId: 'stores',
                keys: [{ sourceColumnId: 'or-store', targetColumnId: 'st-id' }],
                name: 'Store',
                description: 'Where it was sold, or the store that shipped it.',
              },
            ],
            sort: [{ columnId: 'or-date', direction: 'descending' }],
          },
          {
            id: 'order-items',
            kind: 'table',
            name: 'Order Items',
            source: table('ORDER_ITEMS'),
            columns: [
              { id: 'it-id', formula: '[ORDER_ITEMS/ORDER_ITEM_ID]', name: 'Order Item Id' },
              { id: 'it-order', formula: '[ORDER_ITEMS/ORDER_ID]', name: 'Order Id' },
              { id: 'it-product', formula: '[ORDER_ITEMS/PRODUCT_ID]', name: 'Product Id' },
              { id: 'it-quantity', formula: '[ORDER_ITEMS/QUANTITY]', name: 'Quantity', format: count },
              { id: 'it-price', formula: '[ORDER_ITEMS/UNIT_PRICE]', name: 'Unit Price', format: money },
              { id: 'it-discount', formula: '[ORDER_ITEMS/DISCOUNT]', name: 'Discount', format: percent },
              {
                id: 'it-revenue',
                formula: '[Quantity] * [Unit Price] * (1 - Coalesce([Discount], 0))',
                name: 'Revenue',
                description: 'After discount. Returns are negative.',
                format: money,
              },
            ],
            relationships: [
              {
                id: 'it-to-order',
                targetElementId: 'orders',
                keys: [{ sourceColumnId: 'it-order', targetColumnId: 'or-id' }],
                name: 'Order',
              },
              {
                id: 'it-to-product',
                targetElementId: 'products',
                keys: [{ sourceColumnId: 'it-product', targetColumnId: 'pr-id' }],
                name: 'Product',
              },
            ],
          },
          {
            id: retailIds.sales,
            kind: 'table',
            name: 'Sales',
            source: {
              kind: 'join',
              joins: [
                join('order-items', 'orders', 'inner', 'Order Id'),
                join('orders', 'stores', 'left-outer', 'Store Id'),
                join('order-items', 'products', 'left-outer', 'Product Id'),
              ],
            },
            columns: [
              { id: 'sa-item', formula: '[Order Items/Order Item Id]', name: 'Order Item Id', hidden: true },
              { id: 'sa-order', formula: '[Order Items/Order Id]', name: 'Order Id' },
              { id: 'sa-date', formula: '[Orders/Order Date]', name: 'Order Date', format: day },
              { id: 'sa-status', formula: 'Coalesce([Orders/Status], "unknown")', name: 'Status' },
              { id: 'sa-channel', formula: '[Orders/Channel]', name: 'Channel' },
              { id: 'sa-customer', formula: '[Orders/Customer Id]', name: 'Customer Id' },
              { id: 'sa-store', formula: 'Coalesce([Stores/Store Name], "Online shop")', name: 'Store' },
              { id: 'sa-region', formula: 'Coalesce([Stores/Region], "Online")', name: 'Region' },
              { id: 'sa-city', formula: '[Stores/City]', name: 'City' },
              { id: 'sa-product', formula: '[Products/Product Name]', name: 'Product' },
              { id: 'sa-category', formula: '[Products/Category]', name: 'Category' },
              { id: 'sa-brand', formula: 'Coalesce([Products/Brand], "Own brand")', name: 'Brand' },
              { id: 'sa-quantity', formula: '[Order Items/Quantity]', name: 'Quantity', format: count },
              { id: 'sa-price', formula: '[Order Items/Unit Price]', name: 'Unit Price', format: money },
              { id: 'sa-discount', formula: 'Coalesce([Order Items/Discount], 0)', name: 'Discount', format: percent },
              { id: 'sa-cost', formula: '[Products/Unit Cost]', name: 'Unit Cost', format: money, hidden: true },
              {
                id: 'sa-revenue',
                formula: '[Quantity] * [Unit Price] * (1 - [Discount])',
                name: 'Revenue',
                description: 'After discount. Returns are negative.',
                format: money,
              },
              {
                id: 'sa-margin',
                formula: '[Revenue] - [Quantity] * [Unit Cost]',
                name: 'Margin',
                description: 'Revenue less what the goods cost.',
                format: money,
              },
              {
                id: 'sa-visible',
                formula: 'Coalesce(CurrentUserAttributeText("Sales region") = [Region], True)',
                name: 'Is Visible',
                description:
                  'People with a value of the user attribute "Sales region" see the sales of that region alone.',
                hidden: true,
              },
            ],
            metrics: [
              {
                id: 'sa-m-revenue',
                name: 'Total Revenue',
                formula: 'Sum([Revenue])',
                format: wholeMoney,
                isHighlighted: true,
                timeline: { dateColumnId: 'sa-date', truncation: 'month' },
              },
              { id: 'sa-m-orders', name: 'Number Of Orders', formula: 'CountDistinct([Order Id])', format: count },
              {
                id: 'sa-m-average',
                name: 'Average Order Value',
                formula: 'Sum([Revenue]) / CountDistinct([Order Id])',
                format: money,
              },
            ],
            filters: [
              {
                id: 'sa-real',
                columnId: 'sa-status',
                kind: 'list',
                mode: 'exclude',
                values: ['TEST', 'cancelled'],
              },
              { id: 'sa-policy', columnId: 'sa-visible', kind: 'list', mode: 'include', values: [true] },
            ],
            sort: [{ columnId: 'sa-date', direction: 'descending' }],
          },
        ],
      },
    ],
  }
}
