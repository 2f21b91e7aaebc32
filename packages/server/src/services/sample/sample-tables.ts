/**
 * The sample retailer in SQL. Every value comes from a hash of its key and a salt: the same last day produces the same rows, byte for byte,
 * on the engine version pinned by the lock file.
 */

/** Name of the database file in the folder of the sample. An existing file is used as it is. */
export const sampleFileName = 'RETAIL.duckdb'

const cities = [
  // city, state, region, latitude, longitude, weight
  ['Seattle', 'WA', 'West', 47.6062, -122.3321, 5],
  ['Portland', 'OR', 'West', 45.5152, -122.6784, 3],
  ['San Francisco', 'CA', 'West', 37.7749, -122.4194, 7],
  ['San José', 'CA', 'West', 37.3382, -121.8863, 4],
  ['Los Angeles', 'CA', 'West', 34.0522, -118.2437, 9],
  ['San Diego', 'CA', 'West', 32.7157, -117.1611, 4],
  ['Las Vegas', 'NV', 'West', 36.1716, -115.1391, 3],
  ['Phoenix', 'AZ', 'West', 33.4484, -112.074, 4],
  ['Salt Lake City', 'UT', 'West', 40.7608, -111.891, 2],
  ['Denver', 'CO', 'West', 39.7392, -104.9903, 4],
  ['Santa Fe', 'NM', 'West', 35.687, -105.9378, 1],
  ['Boise', 'ID', 'West', 43.615, -116.2023, 1],
  ['Dallas', 'TX', 'South', 32.7767, -96.797, 6],
  ['Houston', 'TX', 'South', 29.7604, -95.3698, 6],
  ['Austin', 'TX', 'South', 30.2672, -97.7431, 5],
  ['New Orleans', 'LA', 'South', 29.9511, -90.0715, 2],
  ['Nashville', 'TN', 'South', 36.1627, -86.7816, 3],
  ['Atlanta', 'GA', 'South', 33.749, -84.388, 5],
  ['Charlotte', 'NC', 'South', 35.2271, -80.8431, 3],
  ['Miami', 'FL', 'South', 25.7617, -80.1918, 5],
  ['Orlando', 'FL', 'South', 28.5384, -81.3789, 3],
  ['Richmond', 'VA', 'South', 37.5407, -77.436, 2],
  ['Cañon Springs', 'OK', 'South', 35.4676, -97.5164, 1],
  ['Chicago', 'IL', 'Midwest', 41.8781, -87.6298, 8],
  ['Detroit', 'MI', 'Midwest', 42.3314, -83.0458, 3],
  ['Minneapolis', 'MN', 'Midwest', 44.9778, -93.265, 4],
  ['St. Louis', 'MO', 'Midwest', 38.627, -90.1994, 3],
  ['Kansas City', 'MO', 'Midwest', 39.0997, -94.5786, 2],
  ['Columbus', 'OH', 'Midwest', 39.9612, -82.9988, 3],
  ['Cleveland', 'OH', 'Midwest', 41.4993, -81.6944, 2],
  ['Indianapolis', 'IN', 'Midwest', 39.7684, -86.1581, 2],
  ['Milwaukee', 'WI', 'Midwest', 43.0389, -87.9065, 2],
  ['New York', 'NY', 'East', 40.7128, -74.006, 12],
  ['Brooklyn', 'NY', 'East', 40.6782, -73.9442, 6],
  ['Buffalo', 'NY', 'East', 42.8864, -78.8784, 2],
  ['Boston', 'MA', 'East', 42.3601, -71.0589, 6],
  ['Philadelphia', 'PA', 'East', 39.9526, -75.1652, 5],
  ['Pittsburgh', 'PA', 'East', 40.4406, -79.9959, 3],
  ['Baltimore', 'MD', 'East', 39.2904, -76.6122, 3],
  ['Newark', 'NJ', 'East', 40.7357, -74.1724, 3],
] as const

/** name, weight, lowest price, spread of the price, months of the season (1 to 12) */
const categories = [
  ['Electronics', 16, 25, 4.2, [11, 12]],
  ['Kitchen', 18, 8, 3.2, [11, 12]],
  ['Garden', 15, 6, 3.1, [4, 5, 6, 7]],
  ['Furniture', 9, 60, 3.4, [1, 9]],
  ['Outdoor', 12, 12, 3.3, [5, 6, 7, 8]],
  ['Toys', 12, 5, 2.6, [11, 12]],
  ['Office', 10, 3, 3.0, [1, 8, 9]],
  ['Bath & Beauty', 8, 4, 2.4, [2, 5, 12]],
] as const

const nouns: Record<string, readonly string[]> = {
  Electronics: ['Headphones', 'Speaker', 'Charger', 'Keyboard', 'Monitor', 'Camera', 'Lamp', 'Tracker'],
  Kitchen: ['Skillet', 'Kettle', 'Knife', 'Bowl', 'Mixer', 'Crème Brûlée Set', 'Board', 'Mug'],
  Garden: ['Spades', 'Planter', 'Hose', 'Pruner', 'Trellis', 'Seed Box', 'Rake', 'Lantern'],
  Furniture: ['Chair', 'Desk', 'Shelf', 'Sofa', 'Stool', 'Table', 'Bench', 'Cabinet'],
  Outdoor: ['Tent', 'Backpack', 'Stove', 'Jacket', 'Hammock', 'Cooler', 'Boots', 'Bottle'],
  Toys: ['Blocks', 'Puzzle', 'Kite', 'Robot', 'Train', 'Plush Bär', 'Board Game', 'Scooter'],
  Office: ['Notebook', 'Pen Set', 'Stapler', 'Organizer', 'Planner', 'Easel', 'Folder', 'Clock'],
  'Bath & Beauty': ['Soap', 'Towel', 'Candle', 'Brush', 'Mirror', 'Balm', 'Robe', 'Crème'],
}

const brands = ['Northwind', 'Alder & Co', 'Lumière', 'Kōbo', 'Brightwater', 'Fjord', 'Casa Verde', 'Stone Mill']
const adjectives = [
  'Classic',
  'Compact',
  'Deluxe',
  'Everyday',
  'Folding',
  'Heritage',
  'Light',
  'Pro',
  'Studio',
  'Travel',
]
const firstNames = [
  ...['Olivia', 'Liam', 'Zoë', 'Noah', 'José', 'Emma', 'Łukasz', 'Aisha', 'Søren', 'Mia', 'Ethan', 'Sofía', 'Björn'],
  ...['Chloé', 'Hiro', 'Ana', 'Omar', 'Priya', 'Jack', 'Þóra', 'Grace', 'Mateo', 'Ivy', 'Đức', 'Ruth', 'Samuel'],
]
const lastNames = [
  ...['Smith', 'Johnson', 'García', 'Nguyễn', 'Müller', "O'Brien", 'Kowalski', 'Patel', 'Kim', 'Brown', 'Østergaard'],
  ...[
    'Rossi',
    'Martínez',
    'Davis',
    'Lee',
    'Wilson',
    'Schäfer',
    'Lopez',
    'Clark',
    'Ivanova',
    'Haddad',
    'Young',
    'Núñez',
  ],
]

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}

function list(values: readonly string[]): string {
  return `[${values.map(text).join(', ')}]`
}

function rows(values: readonly (readonly (string | number)[])[]): string {
  return values
    .map((row) => `(${row.map((value) => (typeof value === 'string' ? text(value) : value)).join(', ')})`)
    .join(', ')
}

/** Statements that fill an empty database. `lastDay` is an ISO date, the last day with orders. */
export function sampleStatements(lastDay: string): string[] {
  const cityRows = cities.map((city, index) => [index + 1, ...city])
  const categoryRows = categories.map(([name, weight, low, spread], index) => [index + 1, name, weight, low, spread])
  const seasonRows = categories.flatMap(([name, , , , months]) => months.map((month) => [name, month]))
  const nounRows = Object.entries(nouns).flatMap(([category, names]) =>
    names.map((name, index) => [category, index, name]),
  )
  return [
    'CREATE SCHEMA PUBLIC',
    // A number in [0, 1) that depends only on the key and the salt.
    `CREATE TEMP MACRO u(k, salt) AS (hash(k, salt) % 1000003) / 1000003.0::DOUBLE`,
    `CREATE TEMP MACRO pick(items, x) AS items[1 + CAST(floor(x * len(items)) AS INTEGER)]`,
    `CREATE TEMP MACRO first_day() AS DATE ${text(lastDay)} - INTERVAL 3 YEAR + INTERVAL 1 DAY`,

    `CREATE TEMP TABLE city AS SELECT * FROM (VALUES ${rows(cityRows)}) AS t(id, city, state, region, lat, lon, weight)`,
    `CREATE TABLE PUBLIC.STORES AS
      SELECT
        CAST(s AS INTEGER) AS STORE_ID,
        city || ' ' || pick(${list(['Market Hall', 'Riverside', 'Station', 'Old Town', 'Plaza', 'Café Row', 'Mall', 'Uptown'])}, u(s, 'name'))
          AS STORE_NAME,
        city AS CITY, state AS STATE, region AS REGION,
        CASE WHEN s = 117 THEN NULL ELSE round(lat + (u(s, 'lat') - 0.5) * 0.16, 5) END AS LATITUDE,
        CASE WHEN s = 117 THEN NULL ELSE round(lon + (u(s, 'lon') - 0.5) * 0.2, 5) END AS LONGITUDE,
        CAST(DATE ${text(lastDay)} - CAST(400 + floor(u(s, 'opened') * 5200) AS INTEGER) AS DATE) AS OPENED_ON
      FROM range(1, 121) AS r(s) JOIN city ON city.id = 1 + (s - 1) % ${cities.length}
      ORDER BY s`,
    `CREATE TEMP TABLE store_share AS
      SELECT STORE_ID AS store_id, sum(w) OVER (ORDER BY STORE_ID) / sum(w) OVER () AS upto
      FROM (SELECT STORE_ID, weight * (0.5 + u(STORE_ID, 'size')) AS w FROM PUBLIC.STORES JOIN city USING (city))`,
    // Orders look up their store in a table of 2,000 steps, which is far cheaper than a range join.
    `CREATE TEMP TABLE store_step AS
      SELECT step, min(store_id) AS store_id FROM range(2000) AS r(step) JOIN store_share ON upto > step / 2000.0
      GROUP BY step`,

    `CREATE TEMP TABLE category AS SELECT * FROM (VALUES ${rows(categoryRows)}) AS t(id, name, weight, low, spread)`,
    `CREATE TEMP TABLE season AS SELECT * FROM (VALUES ${rows(seasonRows)}) AS t(category, month)`,
    `CREATE TEMP TABLE noun AS SELECT * FROM (VALUES ${rows(nounRows)}) AS t(category, n, noun)`,
    `CREATE TABLE PUBLIC.PRODUCTS AS
      WITH chosen AS (
        SELECT p, arg_min(name, upto) AS category
        FROM range(1, 2001) AS r(p)
          JOIN (SELECT name, sum(weight) OVER (ORDER BY id) / 100.0 AS upto FROM category) ON upto > u(p, 'category')
        GROUP BY p
      ), priced AS (
        SELECT p, chosen.category, noun,
          greatest(0.99, round(low * exp(pow(u(p, 'price'), 1.6) * ln(spread) * 1.4)) - 0.01) AS price
        FROM chosen JOIN category ON category.name = chosen.category
          JOIN noun ON noun.category = chosen.category AND noun.n = CAST(floor(u(p, 'noun') * 8) AS INTEGER)
      )
      SELECT
        CAST(p AS INTEGER) AS PRODUCT_ID,
        pick(${list(adjectives)}, u(p, 'adjective')) || ' ' || noun || ' ' || (100 + p % 900) AS PRODUCT_NAME,
        category AS CATEGORY,
        CASE WHEN u(p, 'nobrand') < 0.02 THEN NULL ELSE pick(${list(brands)}, u(p, 'brand')) END AS BRAND,
        CAST(price AS DECIMAL(12, 2)) AS LIST_PRICE,
        CASE WHEN u(p, 'nocost') < 0.01 THEN NULL ELSE CAST(price * (0.42 + 0.3 * u(p, 'cost')) AS DECIMAL(12, 2)) END
          AS UNIT_COST,
        CASE WHEN u(p, 'noimage') < 0.05 THEN NULL ELSE 'https://images.example.com/products/' || p || '.jpg' END
          AS IMAGE_URL
      FROM priced ORDER BY p`,

    // Orders of a day: growth over the years, months, weekdays, occasional promotions, and a little noise.
    `CREATE TEMP TABLE day AS
      WITH d AS (
        SELECT CAST(first_day() AS DATE) + CAST(i AS INTEGER) AS day, i
        FROM range(date_diff('day', CAST(first_day() AS DATE), DATE ${text(lastDay)}) + 1) AS r(i)
      ), w AS (
        SELECT day,
          (1 + 0.22 * i / 365.25) * (0.94 + 0.12 * u(day, 'noise'))
          * [0.86, 0.84, 0.95, 0.99, 1.03, 1.02, 0.97, 0.96, 0.98, 1.02, 1.22, 1.42][month(day)]
          * [0.88, 0.86, 0.9, 0.96, 1.12, 1.24, 1.04][isodow(day)]
          * CASE WHEN month(day) = 11 AND day(day) BETWEEN 23 AND 30 THEN 1.55
                 WHEN month(day) = 12 AND day(day) BETWEEN 24 AND 26 THEN 0.4
                 WHEN month(day) = 7 AND day(day) BETWEEN 10 AND 13 THEN 1.35 ELSE 1 END AS weight
        FROM d
      ), c AS (SELECT day, sum(weight) OVER (ORDER BY day) / sum(weight) OVER () AS upto FROM w)
      SELECT day, coalesce(lag(CAST(round(upto * 200000) AS BIGINT)) OVER (ORDER BY day), 0) + 1 AS first_order,
        CAST(round(upto * 200000) AS BIGINT) AS last_order
      FROM c`,
    `CREATE TEMP TABLE head AS
      SELECT o, day, CAST(1 + floor(50000 * pow(u(o, 'customer'), 1.9)) AS INTEGER) AS customer,
        store_id, u(o, 'channel') - 0.1 * date_diff('day', CAST(first_day() AS DATE), day) / 1096.0 AS channel_at,
        u(o, 'status') AS status_at, u(o, 'late') AS late_at
      FROM (SELECT unnest(range(first_order, last_order + 1)) AS o, day FROM day)
        JOIN store_step ON step = CAST(floor(u(o, 'store') * 2000) AS INTEGER)`,
    `CREATE TEMP TABLE line AS
      SELECT h.o, k, h.day, h.status_at,
        1 + CAST(floor(2000 * pow(u(h.o * 16 + k, 'product'), 1.7)) AS INTEGER) * 1237 % 2000 AS a,
        1 + CAST(floor(2000 * pow(u(h.o * 16 + k, 'other'), 1.7)) AS INTEGER) * 1237 % 2000 AS b
      FROM (SELECT *, unnest(range(1, CASE WHEN x < 0.18 THEN 2 WHEN x < 0.42 THEN 3 WHEN x < 0.66 THEN 4
              WHEN x < 0.84 THEN 5 WHEN x < 0.93 THEN 6 WHEN x < 0.98 THEN 7 ELSE 8 END)) AS k
            FROM (SELECT *, u(o, 'lines') AS x FROM head)) AS h`,
    // Out of season a line uses its second choice two times out of three.
    `CREATE TEMP TABLE product_month AS
      SELECT PRODUCT_ID AS p, m AS month, LIST_PRICE AS price,
        EXISTS (SELECT 1 FROM season WHERE season.category = PRODUCTS.CATEGORY AND season.month = r.m) AS in_season
      FROM PUBLIC.PRODUCTS, range(1, 13) AS r(m)`,
    `CREATE TABLE PUBLIC.ORDER_ITEMS AS
      WITH chosen AS (
        SELECT o, k, day, status_at, CASE WHEN in_season OR u(o * 16 + k, 'season') < 0.34 THEN a ELSE b END AS product
        FROM line JOIN product_month ON p = a AND product_month.month = month(day)
      )
      SELECT
        o * 10 + k AS ORDER_ITEM_ID,
        o AS ORDER_ID,
        product AS PRODUCT_ID,
        CAST(CASE WHEN status_at >= 0.955 AND status_at < 0.985 AND k = 1 THEN -1 ELSE 1 END
          * (1 + floor(pow(u(o * 16 + k, 'quantity'), 3) * 5)) AS INTEGER) AS QUANTITY,
        CAST(LIST_PRICE * (1 - 0.04 * date_diff('year', day, DATE ${text(lastDay)})) AS DECIMAL(12, 2)) AS UNIT_PRICE,
        CASE WHEN u(o * 16 + k, 'discount') < 0.62 THEN NULL
          ELSE CAST([0, 0.05, 0.1, 0.15, 0.2, 0.25][1 + CAST(floor(pow(u(o * 16 + k, 'rate'), 1.5) * 6) AS INTEGER)]
            AS DECIMAL(4, 2)) END AS DISCOUNT
      FROM chosen JOIN PUBLIC.PRODUCTS ON PRODUCT_ID = product ORDER BY ORDER_ITEM_ID`,
    `CREATE TABLE PUBLIC.ORDERS AS
      WITH amount AS (
        SELECT ORDER_ID AS o, sum(QUANTITY * UNIT_PRICE * (1 - coalesce(DISCOUNT, 0))) AS amount
        FROM PUBLIC.ORDER_ITEMS GROUP BY 1
      ), named AS (
        SELECT *, CASE WHEN channel_at < 0.3 THEN 'web' WHEN channel_at < 0.46 THEN 'app' ELSE 'counter' END AS channel,
          date_diff('day', day, DATE ${text(lastDay)}) AS age
        FROM head
      ), stated AS (
        SELECT *, CASE
          WHEN status_at < 0.0015 THEN NULL
          WHEN status_at < 0.003 THEN 'TEST'
          WHEN status_at >= 0.985 THEN 'cancelled'
          WHEN status_at >= 0.955 THEN 'returned'
          WHEN channel <> 'counter' AND age <= 1 THEN 'processing'
          WHEN channel <> 'counter' AND age <= 5 THEN 'shipped'
          ELSE 'completed' END AS status
        FROM named
      )
      SELECT
        o AS ORDER_ID,
        CASE WHEN channel = 'counter' AND u(o, 'guest') < 0.06 THEN NULL ELSE customer END AS CUSTOMER_ID,
        CASE WHEN channel <> 'counter' AND u(o, 'nostore') < 0.03 THEN NULL ELSE store_id END AS STORE_ID,
        day AS ORDER_DATE,
        CAST(day AS TIMESTAMP) + to_microseconds(CAST(
          (8.5 + 12 * (u(o, 'hour') + u(o, 'hour2')) / 2) * 3600000000 AS BIGINT) // 1000000 * 1000000) AS PLACED_AT,
        CASE WHEN status IN ('cancelled', 'processing') THEN NULL
             WHEN channel = 'counter' THEN day
             WHEN late_at < 0.006 THEN least(day + CAST(21 + floor(late_at * 6000) AS INTEGER), DATE ${text(lastDay)})
             ELSE least(day + CAST(1 + floor(pow(u(o, 'ship'), 2) * 6) AS INTEGER), DATE ${text(lastDay)}) END
          AS SHIPPED_AT,
        status AS STATUS,
        channel AS CHANNEL,
        CAST(round(amount, 2) AS DECIMAL(12, 2)) AS AMOUNT
      FROM stated JOIN amount USING (o) ORDER BY o`,

    `CREATE TABLE PUBLIC.CUSTOMERS AS
      WITH seen AS (SELECT CUSTOMER_ID AS c, min(ORDER_DATE) AS first_order FROM PUBLIC.ORDERS GROUP BY 1),
      named AS (
        SELECT c, pick(${list(firstNames)}, u(c, 'first')) AS first, pick(${list(lastNames)}, u(c, 'last')) AS last
        FROM range(1, 50001) AS r(c)
      )
      SELECT
        CAST(c AS INTEGER) AS CUSTOMER_ID,
        first || ' ' || last AS FULL_NAME,
        CASE WHEN u(c, 'nomail') < 0.04 THEN NULL
          ELSE lower(regexp_replace(strip_accents(first || '.' || last), '[^A-Za-z.]', '', 'g')) || c || '@example.com' END
          AS EMAIL,
        CASE WHEN u(c, 'segment') < 0.62 THEN 'Consumer' WHEN u(c, 'segment') < 0.84 THEN 'Small Business'
             WHEN u(c, 'segment') < 0.98 THEN 'Corporate' END AS SEGMENT,
        city.state AS STATE,
        CAST(least(
          DATE ${text(lastDay)} - CAST(floor(u(c, 'joined') * 2200) AS INTEGER), coalesce(first_order, DATE ${text(lastDay)})
        ) AS DATE) AS JOINED_ON
      FROM named LEFT JOIN seen USING (c)
        JOIN city ON city.id = 1 + CAST(floor(pow(u(c, 'city'), 1.2) * ${cities.length}) AS INTEGER)
      ORDER BY c`,
    'CHECKPOINT',
  ]
}
