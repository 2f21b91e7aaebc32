import { createConnection as connectMysql, type RowDataPacket } from 'mysql2/promise'
import pg from 'pg'
import { inject } from 'vitest'
import '../../connectors/testing.ts'
import { endlessOn, flavour, flavourLabel } from '../../connectors/mysql/testing.ts'

const rows = [
  "(1, 'größe', 12.50, '2024-03-31', TRUE, 9007199254740993)",
  "(2, 'O''Brien; --', -0.01, '1969-12-31', FALSE, -1)",
  '(3, NULL, NULL, NULL, NULL, NULL)',
]

/** Columns of table elements over the table of orders, by their ids. */
export const orderColumns = {
  id: { id: 'id', name: 'Id', formula: '[orders/id]' },
  name: { id: 'name', name: 'Name', formula: '[orders/name]' },
  price: { id: 'price', name: 'Price', formula: '[orders/price]' },
  sold: { id: 'sold', name: 'Sold', formula: '[orders/sold]' },
  paid: { id: 'paid', name: 'Paid', formula: '[orders/is_paid]' },
  code: { id: 'code', name: 'Code', formula: '[orders/code]' },
  month: { id: 'month', name: 'Month', formula: 'DateTrunc("month", [Sold])' },
}

/** A table element with all of these columns and the given ones. */
export const ordersElement = (connectionId: string, path: string[], columns: object[] = []) => ({
  id: 'orders',
  kind: 'table',
  name: 'Orders',
  source: { kind: 'warehouse-table', connectionId, path },
  columns: [...Object.values(orderColumns), ...columns],
  sort: [{ columnId: 'id', direction: 'ascending' }],
})

/** A data platform behind a network address, started by the test set-up. */
export interface Platform {
  title: string
  kind: 'postgres' | 'mariadb'
  type: 'postgres' | 'mysql'
  dialect: string
  /** A new database with a table of orders, and functions to inspect what runs in it. */
  open(): Promise<{
    /** Connection details of a read-only account, and of one with rights beyond tables. */
    details: Record<string, unknown>
    privileged: Record<string, unknown>
    privileges: string[]
    allowWriting(): Promise<unknown>
    schema: string
    endless: string
    running(): Promise<number>
    /** Blocks reading of the orders until the returned function is called. */
    lockOrders(): Promise<() => Promise<void>>
    /** Allows the account to create tables in the schema. */
    allowTables(): Promise<void>
    /** Revokes that right, and also the right to change tables where they belong to the server. */
    refuseChanges(): Promise<void>
    /** Names of the tables of the schema. */
    tables(): Promise<string[]>
    /** The name of an account with the same password, which may sign in but read nothing. */
    strangerWithoutRights(): Promise<string>
    /** A separate table with one row that only the role may read, and the role, which is granted to the account. */
    withRole(): Promise<{ role: string; path: string[] }>
    /** A table of two regions, of which each of two roles reads its own; the account has both roles and reads nothing itself. */
    withRoles(): Promise<{ north: string; south: string; path: string[]; regions: string }>
    close(): Promise<void>
  }>
}

async function newAddress(kind: Platform['kind']): Promise<URL> {
  const provided = inject(kind)
  if ('skipped' in provided) throw new Error(provided.skipped)
  return new URL(await (await fetch(`${provided.url}/empty`, { method: 'POST' })).text())
}

export const platforms: Platform[] = [
  {
    title: 'PostgreSQL',
    kind: 'postgres',
    type: 'postgres',
    dialect: 'postgres',
    async open() {
      const url = await newAddress('postgres')
      const client = new pg.Client(url.href)
      await client.connect()
      await client.query(
        'CREATE TABLE public.orders (id INT PRIMARY KEY, name TEXT, price NUMERIC(12, 2), sold DATE, is_paid BOOLEAN, code BIGINT)',
      )
      await client.query(`INSERT INTO public.orders VALUES ${rows.join(', ')}`)
      const database = url.pathname.slice(1)
      await client.query(`CREATE ROLE "${database}" LOGIN PASSWORD 'geheim'`)
      await client.query(`GRANT SELECT ON public.orders TO "${database}"`)
      const server = { host: url.hostname, port: Number(url.port), database }
      return {
        details: { ...server, user: database, password: 'geheim' },
        privileged: { ...server, user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
        privileges: ['SUPERUSER'],
        allowWriting: () => client.query(`GRANT INSERT ON public.orders TO "${database}"`),
        schema: 'public',
        endless: 'SELECT count(*) AS n FROM generate_series(1, 1000000000) a CROSS JOIN generate_series(1, 1000000) b',
        async lockOrders() {
          const locking = new pg.Client(url.href)
          await locking.connect()
          await locking.query('BEGIN; LOCK TABLE public.orders IN ACCESS EXCLUSIVE MODE')
          return () => locking.end()
        },
        async allowTables() {
          await client.query(`GRANT CREATE ON SCHEMA public TO "${database}"`)
        },
        async refuseChanges() {
          await client.query(`REVOKE CREATE ON SCHEMA public FROM "${database}"`)
        },
        async tables() {
          const { rows: found } = await client.query<{ name: string }>(
            `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name <> 'secret'`,
          )
          return found.map(({ name }) => name)
        },
        async strangerWithoutRights() {
          await client.query(`CREATE ROLE "${database}_stranger" LOGIN PASSWORD 'geheim'`)
          return `${database}_stranger`
        },
        async withRole() {
          const role = `${database}_reader`
          await client.query(
            `CREATE ROLE "${role}"; GRANT "${role}" TO "${database}"; CREATE TABLE public.secret (n INT)`,
          )
          await client.query(`INSERT INTO public.secret VALUES (42); GRANT SELECT ON public.secret TO "${role}"`)
          await client.query(`REVOKE "${role}" FROM "${database}"; GRANT "${role}" TO "${database}" WITH INHERIT FALSE`)
          return { role, path: ['public', 'secret'] }
        },
        async withRoles() {
          const [north, south] = [`${database}_north`, `${database}_south`]
          await client.query(`
            CREATE TABLE public.regions (name TEXT, reader TEXT);
            INSERT INTO public.regions VALUES ('north', '${north}'), ('south', '${south}');
            ALTER TABLE public.regions ENABLE ROW LEVEL SECURITY;
            CREATE POLICY own ON public.regions USING (reader = current_user);
            CREATE ROLE "${north}"; CREATE ROLE "${south}";
            GRANT SELECT ON public.regions TO "${north}", "${south}";
            GRANT "${north}", "${south}" TO "${database}" WITH INHERIT FALSE`)
          return { north, south, path: ['public', 'regions'], regions: 'public.regions' }
        },
        async running() {
          const { rows: found } = await client.query(
            `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'
              AND pid <> pg_backend_pid() AND query LIKE '%/* octavo document=% element=% viewer=%'`,
          )
          return found.length
        },
        close: () => client.end(),
      }
    },
  },
  {
    title: flavourLabel,
    kind: 'mariadb',
    type: 'mysql',
    dialect: flavour,
    async open() {
      const url = await newAddress('mariadb')
      const schema = url.pathname.slice(1)
      const client = await connectMysql(url.href)
      await client.query(
        'CREATE TABLE orders (id INT PRIMARY KEY, name TEXT, price DECIMAL(12, 2), sold DATE, is_paid BOOLEAN, code BIGINT)',
      )
      await client.query(`INSERT INTO orders VALUES ${rows.join(', ')}`)
      await client.query(`CREATE USER '${schema}'@'%' IDENTIFIED BY 'geheim'`)
      await client.query(`GRANT SELECT ON ${schema}.* TO '${schema}'@'%'`)
      return {
        details: { host: url.hostname, port: Number(url.port), user: schema, password: 'geheim' },
        privileged: {
          host: url.hostname,
          port: Number(url.port),
          user: decodeURIComponent(url.username),
          password: decodeURIComponent(url.password),
        },
        privileges: flavour === 'mariadb' ? ['ALL PRIVILEGES'] : ['SUPER', 'FILE', 'SYSTEM_VARIABLES_ADMIN'],
        allowWriting: () => client.query(`GRANT INSERT ON ${schema}.* TO '${schema}'@'%'`),
        schema,
        endless: endlessOn(schema, 'orders'),
        async lockOrders() {
          const locking = await connectMysql(url.href)
          await locking.query('LOCK TABLES orders WRITE')
          return () => locking.end()
        },
        async allowTables() {
          await client.query(`GRANT CREATE, INSERT, UPDATE, DELETE, DROP ON ${schema}.* TO '${schema}'@'%'`)
        },
        async refuseChanges() {
          await client.query(`REVOKE CREATE, INSERT, UPDATE, DELETE ON ${schema}.* FROM '${schema}'@'%'`)
        },
        async tables() {
          const [found] = await client.query<RowDataPacket[]>(
            `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = '${schema}' AND table_type = 'BASE TABLE'`,
          )
          return found.map(({ name }) => String(name))
        },
        async strangerWithoutRights() {
          await client.query(`CREATE USER '${schema}_no'@'%' IDENTIFIED BY 'geheim'`)
          return `${schema}_no`
        },
        async withRole() {
          const role = `${schema}_reader`
          for (const statement of [
            `CREATE ROLE \`${role}\``,
            `GRANT \`${role}\` TO '${schema}'@'%'`,
            `CREATE DATABASE ${schema}_hidden`,
            `CREATE TABLE ${schema}_hidden.secret (n INT)`,
            `INSERT INTO ${schema}_hidden.secret VALUES (42)`,
            `GRANT SELECT ON ${schema}_hidden.* TO \`${role}\``,
          ]) {
            await client.query(statement)
          }
          return { role, path: [`${schema}_hidden`, 'secret'] }
        },
        async withRoles() {
          const [north, south, within] = [`${schema}_north`, `${schema}_south`, `${schema}_all`]
          for (const statement of [
            `CREATE ROLE \`${north}\``,
            `CREATE ROLE \`${south}\``,
            `GRANT \`${north}\` TO '${schema}'@'%'`,
            `GRANT \`${south}\` TO '${schema}'@'%'`,
            `CREATE DATABASE ${within}`,
            `CREATE TABLE ${within}.every (name TEXT, reader TEXT)`,
            `INSERT INTO ${within}.every VALUES ('north', '${north}'), ('south', '${south}')`,
            `CREATE SQL SECURITY INVOKER VIEW ${within}.regions AS SELECT * FROM ${within}.every WHERE reader = CURRENT_ROLE()`,
            `GRANT SELECT ON ${within}.* TO \`${north}\``,
            `GRANT SELECT ON ${within}.* TO \`${south}\``,
          ]) {
            await client.query(statement)
          }
          return { north, south, path: [within, 'regions'], regions: `${within}.regions` }
        },
        async running() {
          const [found] = await client.query(
            `SELECT 1 FROM information_schema.processlist WHERE user = '${schema}' AND command = 'Execute'
              AND info LIKE '%/* octavo document=% element=% viewer=%'`,
          )
          return Array.isArray(found) ? found.length : 0
        },
        close: () => client.end(),
      }
    },
  },
]

/** A page with one table, whose rows are the regions that a reader may see. */
export const regionsPage = (connectionId: string, path: readonly string[]) => ({
  id: 'p',
  name: 'P',
  elements: [
    {
      id: 'own',
      kind: 'table',
      name: 'Own',
      source: { kind: 'warehouse-table', connectionId, path },
      columns: [{ id: 'name', name: 'Name', formula: '[regions/name]' }],
    },
  ],
})
