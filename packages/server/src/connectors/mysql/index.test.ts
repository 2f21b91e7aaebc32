import type { Cell } from '@octavo/core/types'
import { createConnection } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, inject, it, test } from 'vitest'
import { createDestinations } from '../../outbound/index.ts'
import type { EngineSession } from '../api.ts'
import { describeConnector } from '../conformance.ts'
import '../testing.ts'
import { createMysqlConnector } from './index.ts'
import { ask, closeLinks, giveBack, limitTime, openLinks, takeLink } from './links.ts'
import { endlessIn, flavour, flavourLabel, numbersTo } from './testing.ts'

const provided = inject('mariadb')
const skipped = 'skipped' in provided ? provided.skipped : null
const local = createDestinations({ allowed: ['127.0.0.1'] })
const never = () => new AbortController().signal
const budget = { timeoutMs: 20_000, maxRows: null }

interface Database {
  settings: { host: string; port: number; user: string; password: string }
  name: string
  /** Runs statements of a user with all rights. */
  run(...statements: string[]): Promise<unknown[]>
}

async function addressOf(kind: 'empty' | 'old' | 'without-zones'): Promise<URL> {
  if ('skipped' in provided) throw new Error(provided.skipped)
  return new URL(await (await fetch(`${provided.url}/${kind}`, { method: 'POST' })).text())
}

async function newDatabase(...statements: string[]): Promise<Database> {
  const url = await addressOf('empty')
  const name = url.pathname.slice(1)
  const run = async (...texts: string[]) => {
    const connection = await createConnection({ uri: url.href, rowsAsArray: true })
    let rows: unknown = []
    try {
      for (const text of texts) [rows] = await connection.query(text)
    } finally {
      await connection.end()
    }
    return Array.isArray(rows) ? rows : []
  }
  await run(
    `CREATE USER '${name}'@'%' IDENTIFIED BY 'geheim'`,
    `GRANT ALL ON ${name}.* TO '${name}'@'%'`,
    `GRANT FILE ON *.* TO '${name}'@'%'`,
    ...statements,
  )
  const settings = { host: url.hostname, port: Number(url.port), user: name, password: 'geheim' }
  return { settings, name, run }
}

const sqlTypes = {
  int64: 'SIGNED',
  logical: 'SIGNED',
  decimal: 'DECIMAL(18, 2)',
  date: 'DATE',
  timestamp: 'DATETIME(6)',
  instant: 'DATETIME(6)',
} as Record<string, string>

const isMariadb = flavour === 'mariadb'

describe.skipIf(skipped)(`${flavourLabel}${skipped ? ` (skipped: ${skipped})` : ''}`, () => {
  describeConnector(flavourLabel, async () => {
    const { settings, name } = await newDatabase(
      'CREATE TABLE items (id BIGINT NOT NULL, price DECIMAL(12, 2), sold DATE)',
    )
    return {
      connector: createMysqlConnector({ destinations: local }),
      settings,
      table: {
        path: [name, 'items'],
        columns: [
          { name: 'id', type: { kind: 'int64' } },
          { name: 'price', type: { kind: 'decimal', precision: 12, scale: 2 } },
          { name: 'sold', type: { kind: 'date' } },
        ],
      },
      manyRows: (count) => `SELECT CAST(seq AS SIGNED) AS n FROM ${numbersTo(name, count)}`,
      wideRows: (count, width) => `SELECT REPEAT('x', ${width}) AS c FROM ${numbersTo(name, count)}`,
      endless: endlessIn(name),
      placeholder: (_, type) => {
        if (type.kind === 'float64') return '(? * 1e0)'
        return type.kind === 'text' ? '?' : `CAST(? AS ${sqlTypes[type.kind]})`
      },
      reads: {
        logical: { kind: 'int64', cell: (value: Cell) => (value ? '1' : '0') },
        instant: { kind: 'timestamp', cell: (value: Cell) => String(value).replace(/Z$/, '') },
      },
    }
  })

  describe('a table of every type', () => {
    let database: Database
    let session: EngineSession
    beforeAll(async () => {
      database = await newDatabase()
      await database.run(
        `CREATE TABLE ${database.name}.kinds (
          a_tiny TINYINT, a_flag BOOLEAN NOT NULL, an_int INT UNSIGNED, a_big BIGINT, a_huge BIGINT UNSIGNED,
          a_money DECIMAL(20, 4), a_plain DECIMAL(65, 0), a_float FLOAT, a_double DOUBLE, a_bit BIT(12), a_year YEAR,
          a_day DATE, a_moment DATETIME(6), an_instant TIMESTAMP(3) NULL, a_time TIME(2), a_char CHAR(3),
          a_text LONGTEXT, a_latin VARCHAR(9) CHARACTER SET latin1, a_json JSON, some_bytes VARBINARY(9), a_choice ENUM('x', 'ü'),
          an_id ${isMariadb ? 'UUID' : 'CHAR(36)'}
        ) CHARACTER SET utf8mb4`,
        "SET time_zone = '+05:30', sql_mode = 'ALLOW_INVALID_DATES'",
        `INSERT INTO ${database.name}.kinds VALUES (
          -7, TRUE, 4294967295, -9223372036854775808, 18446744073709551615,
          1234567890123456.7890, 99999999999999999999999999999999999999999999999999999999999999999, 0.1, 0.1, b'101', 2024,
          '2024-02-29', '0999-01-01 00:00:00.000001', '2024-05-20 19:15:00.250', '-838:59:59', 'a',
          '👩‍👩‍👧', 'größe', '{"a": 12345678901234567890.10}', x'00ff27', 'ü', '123e4567-e89b-12d3-a456-426655440000'
        )`,
        `INSERT INTO ${database.name}.kinds (a_flag, a_day, a_moment, an_instant) VALUES (0, '0000-00-00', '2024-02-30 10:00:00', 0)`,
      )
      session = await createMysqlConnector({ destinations: local }).open(database.settings)
    })
    afterAll(() => session?.close())

    const read = async (text: string) => {
      const stream = await session.query({ text, values: [] }, budget, never())
      const rows: Cell[][] = []
      for await (const { rowCount, columns } of stream.batches) {
        for (let row = 0; row < rowCount; row += 1) rows.push(columns.map(({ values }) => values[row] ?? null))
      }
      return { rows, names: stream.columns.map(({ name }) => name), types: stream.columns.map(({ type }) => type) }
    }

    it.each([
      ['a_tiny', 'int64', '-7'],
      ['a_flag', 'logical', true],
      ['an_int', 'int64', '4294967295'],
      ['a_big', 'int64', '-9223372036854775808'],
      ['a_huge', 'decimal(20,0)', '18446744073709551615'],
      ['a_money', 'decimal(20,4)', '1234567890123456.7890'],
      ['a_plain', 'decimal(65,0)', '9'.repeat(65)],
      ['a_double', 'float64', 0.1],
      ['a_bit', 'int64', '5'],
      ['a_year', 'int64', '2024'],
      ['a_day', 'date', '2024-02-29'],
      ['a_moment', 'timestamp', '0999-01-01T00:00:00.000001'],
      ['an_instant', 'instant', '2024-05-20T13:45:00.25Z'],
      ['a_time', 'text', '-838:59:59'],
      ['a_char', 'text', 'a'],
      ['a_text', 'text', '👩‍👩‍👧'],
      ['a_latin', 'text', 'größe'],
      // MySQL reads the numbers of JSON when it stores them.
      ['a_json', 'variant', isMariadb ? '{"a": 12345678901234567890.10}' : '{"a": 1.2345678901234567e19}'],
      ['some_bytes', 'text', '\\x00ff27'],
      ['a_choice', 'text', 'ü'],
      ['an_id', 'text', '123e4567-e89b-12d3-a456-426655440000'],
    ])('%s is %s and exact', async (name, kind, cell) => {
      const { rows, types } = await read(`SELECT ${name} FROM ${database.name}.kinds`)
      const [type] = types
      expect(type?.kind === 'decimal' ? `decimal(${type.precision},${type.scale})` : type?.kind).toBe(kind)
      expect(rows[0]).toEqual([cell])
    })

    it('a float of four bytes is read exactly', async () => {
      expect((await read(`SELECT a_float FROM ${database.name}.kinds`)).rows[0]).toEqual([Math.fround(0.1)])
    })

    it('invalid dates are null, as in the engine itself', async () => {
      const { rows } = await read(`SELECT a_day, a_moment, an_instant FROM ${database.name}.kinds WHERE NOT a_flag`)
      expect(rows).toEqual([[null, null, null]])
    })

    it('the description of the table has the same types, and nullable columns', async () => {
      const columns = (await session.describeTable([database.name, 'kinds'], never()))?.columns
      const { names, types } = await read(`SELECT * FROM ${database.name}.kinds`)
      expect(columns?.map(({ name }) => name)).toEqual(names)
      expect(columns?.map(({ type }) => type)).toEqual(types)
      expect(columns?.filter(({ nullable }) => !nullable).map(({ name }) => name)).toEqual(['a_flag'])
    })

    it.each([
      ['CREATE TABLE {} (a INT, b VARCHAR(20), PRIMARY KEY (b, a))', { kind: 'key', columns: ['b', 'a'] }],
      ['CREATE TABLE {} (a INT NOT NULL, UNIQUE (a))', undefined],
      ['CREATE VIEW {} AS SELECT 1 AS a', undefined],
    ])('names the key of a table: %s', async (sql, rowOrder) => {
      const kind = sql.startsWith('CREATE VIEW') ? 'VIEW' : 'TABLE'
      await database.run(sql.replace('{}', `${database.name}.keyed`))
      const table = await session.describeTable([database.name, 'keyed'], never())
      expect(table?.rowOrder).toEqual(rowOrder)
      await database.run(`DROP ${kind} ${database.name}.keyed`)
    })

    it('views are distinguished from tables, and schemas of the server are left out', async () => {
      await database.run(`CREATE VIEW ${database.name}.seen AS SELECT a_tiny FROM ${database.name}.kinds`)
      if (isMariadb) await database.run(`CREATE SEQUENCE ${database.name}.numbers`)
      expect(await session.list([database.name], never())).toEqual([
        { path: [database.name, 'kinds'], kind: 'table' },
        { path: [database.name, 'seen'], kind: 'view' },
      ])
      expect(await session.list([], never())).toEqual([{ path: [database.name], kind: 'schema' }])
      expect(await session.list([database.name.toUpperCase()], never())).toEqual([])
    })
  })

  describe('what may not run', () => {
    let database: Database
    let session: EngineSession
    beforeAll(async () => {
      database = await newDatabase()
      await database.run(
        `CREATE TABLE ${database.name}.t (n INT)`,
        `INSERT INTO ${database.name}.t VALUES (1)`,
        ...(isMariadb ? [`CREATE SEQUENCE ${database.name}.s`] : []),
        'SET GLOBAL log_bin_trust_function_creators = 1',
        `CREATE FUNCTION ${database.name}.sneak() RETURNS INT BEGIN DELETE FROM ${database.name}.t; RETURN 1; END`,
      )
      session = await createMysqlConnector({ destinations: local }).open(database.settings)
    })
    afterAll(() => session?.close())

    const run = async (text: string) => {
      const stream = await session.query({ text, values: [] }, { ...budget, maxRows: 1 }, never())
      // Leaves the loop at once, so that the connection returns to the pool: eight unread statements would occupy all of them.
      for await (const { columns } of stream.batches) return columns[0]?.values
      return undefined
    }

    it.each([
      'DROP TABLE D.t',
      'INSERT INTO D.t VALUES (1)',
      'DELETE FROM D.t',
      'WITH x AS (SELECT 1) DELETE FROM D.t',
      'SELECT 1; DROP TABLE D.t',
      "SET SESSION sql_mode = 'ANSI_QUOTES'",
      'SET SESSION TRANSACTION READ WRITE',
      'COMMIT',
      'CALL D.p()',
      'DO SLEEP(1)',
      'SHOW GRANTS',
      'HANDLER D.t OPEN',
      "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE D.t",
      "SELECT * FROM D.t INTO OUTFILE 'octavo-out'",
      "SELECT 1) AS a INTO DUMPFILE 'octavo-out' #",
      "SELECT 1 /*! INTO OUTFILE 'octavo-out' */",
      "SELECT 1 /*M!100100 INTO OUTFILE 'octavo-out' */",
      "(SELECT 'a' 'b\\'' INTO OUTFILE 'octavo-out')",
      "SELECT 1 -- '\nINTO OUTFILE 'octavo-out'",
      'SELECT 1 INTO @x',
      'SELECT @x := 1',
      'SELECT n FROM D.t FOR UPDATE',
      'SELECT n FROM D.t LOCK IN SHARE MODE',
      'SELECT D.sneak()',
      'SELECT NEXT VALUE FOR D.s',
      '/* a comment */',
      '',
      "SELECT 'no end",
    ])('refuses %s', async (text) => {
      await expect(run(text.replaceAll('D.', `${database.name}.`))).rejects.toMatchObject({ code: 'query_failed' })
      expect(await database.run(`SELECT n FROM ${database.name}.t`)).toEqual([[1]])
    })

    it.each([
      ['SELECT n FROM D.t', ['1']],
      ['(SELECT n FROM D.t) UNION (SELECT 2)', ['1']],
      ['WITH x AS (SELECT 3 AS n) SELECT n FROM x;', ['3']],
      ["SELECT 'INTO; FOR UPDATE -- /* :='", ['INTO; FOR UPDATE -- /* :=']],
      ['SELECT `n``into` FROM (SELECT 4 AS `n``into`) AS t', ['4']],
      ["SELECT 5 -- INTO\n /* INTO 'x */ # INTO", ['5']],
      ['SELECT 6--1', ['7']],
      ['SELECT CASE WHEN (@operand_1 := n + 1) IS NOT NULL THEN CAST(@operand_1 AS SIGNED) + 1 END FROM D.t', ['3']],
      ['SELECT t.lock FROM (SELECT 8 AS `lock`) AS t', ['8']],
    ])('runs %s', async (text, cells) => {
      expect(await run(text.replaceAll('D.', `${database.name}.`))).toEqual(cells)
    })
  })

  describe('servers and links', () => {
    const open = (settings: unknown, destinations = local) => createMysqlConnector({ destinations }).open(settings)

    it('reports a wrong password without showing it', async () => {
      const { settings } = await newDatabase()
      const error = await open({ ...settings, password: 'falsch' }).catch((caught: unknown) => caught)
      expect(error).toMatchObject({
        code: 'source_unavailable',
        details: { reason: 'The server refuses the user or the password.' },
      })
      expect(JSON.stringify(error)).not.toContain('falsch')
    })

    it('reports that the server does not respond', async () => {
      const { settings } = await newDatabase()
      await expect(open({ ...settings, port: 1 })).rejects.toMatchObject({
        code: 'source_unavailable',
        details: { reason: 'The server does not answer.', isPassing: true },
      })
    })

    it('refuses internal addresses unless the operator allows them', async () => {
      const { settings } = await newDatabase()
      await expect(open(settings, createDestinations({ allowed: [] }))).rejects.toMatchObject({
        code: 'source_unavailable',
        details: { reason: expect.stringContaining('OCTAVO_ALLOWED_DESTINATIONS=127.0.0.1') },
      })
    })

    it('refuses a server without TLS when the settings require it', async () => {
      const { settings } = await newDatabase()
      await expect(open({ ...settings, useTls: true })).rejects.toMatchObject({
        code: 'source_unavailable',
        details: { reason: 'No TLS connection can be made to the server.' },
      })
    })

    it('a link that the server drops fails one query, and the next query gets a new link', async () => {
      const { settings, name, run } = await newDatabase()
      const session = await open(settings)
      const text = endlessIn(name)
      const running = session.query({ text, values: [] }, budget, never())
      running.catch(() => {})
      const theirs = `SELECT id FROM information_schema.processlist WHERE user = '${name}' AND command = 'Execute'`
      await expect.poll(() => run(theirs)).toHaveLength(1)
      const [row] = await run(theirs)
      await run(`KILL ${Array.isArray(row) ? row[0] : ''}`)
      await expect(running).rejects.toMatchObject({
        code: 'source_unavailable',
        details: { reason: 'The connection to the server broke.', isPassing: true },
      })
      const stream = await session.query({ text: 'SELECT 1', values: [] }, budget, never())
      expect((await stream.batches[Symbol.asyncIterator]().next()).value?.rowCount).toBe(1)
      await session.close()
    })

    test('a cancelled statement ends on the server, even with all slots in use', async () => {
      const { settings, name, run } = await newDatabase()
      const session = await open(settings)
      const text = endlessIn(name)
      const running = () =>
        run(`SELECT id FROM information_schema.processlist WHERE user = '${name}' AND command = 'Execute'`)
      const controllers = Array.from({ length: 8 }, () => new AbortController())
      const queries = controllers.map(({ signal }) => session.query({ text, values: [] }, budget, signal))
      for (const query of queries) query.catch(() => {})
      await expect.poll(running, { timeout: 10_000 }).toHaveLength(8)
      for (const controller of controllers) controller.abort()
      for (const query of queries) await expect(query).rejects.toMatchObject({ code: 'query_cancelled' })
      await expect.poll(running).toEqual([])
      await session.close()
    })

    test('the server itself ends a statement that exceeds its budget', async () => {
      const { settings } = await newDatabase()
      const links = await openLinks(settings, local, {})
      const link = await takeLink(links)
      await limitTime(links, link, budget.timeoutMs)
      const limit = isMariadb ? '@@max_statement_time * 1000' : '@@max_execution_time'
      expect((await ask(links, link, `SELECT ${limit}`)).map(Number)).toEqual([22_000])
      link.release()
      await closeLinks(links)
    })

    test('without zone tables a statement is refused instead of returning null', async () => {
      const url = await addressOf('without-zones')
      const session = await open({ host: url.hostname, port: Number(url.port), user: 'root' })
      const text = "SELECT CONVERT_TZ('2024-07-01 12:00:00', '+00:00', 'Europe/Paris') AS c"
      await expect(session.query({ text, values: [] }, budget, never())).rejects.toMatchObject({
        code: 'query_failed',
        details: { reason: expect.stringContaining(isMariadb ? 'mariadb-tzinfo-to-sql' : 'mysql_tzinfo_to_sql') },
      })
      await session.close()
    })

    test.skipIf(isMariadb)('a server that is too old is refused with both versions', async () => {
      const url = await addressOf('old')
      await expect(open({ host: url.hostname, port: Number(url.port), user: 'root' })).rejects.toMatchObject({
        code: 'source_unavailable',
        details: {
          step: 'version',
          reason: 'The server is MySQL 8.0.15, and Octavo needs MySQL 8.0.17 or newer.',
        },
      })
    })

    test('a link is reset before it is reused', async () => {
      const { settings } = await newDatabase()
      const links = await openLinks(settings, local, { links: 1 })
      const first = await takeLink(links)
      await ask(links, first, "SET @secret = 'x', SESSION sql_mode = ''")
      await ask(links, first, "SELECT GET_LOCK('octavo', 1)")
      giveBack(links, first)
      const next = await takeLink(links)
      const [mode] = await ask(links, next, 'SELECT @@sql_mode')
      expect(
        await ask(
          links,
          next,
          `SELECT @secret, IS_USED_LOCK('octavo'), @@${isMariadb ? 'tx' : 'transaction'}_read_only`,
        ),
      ).toEqual([null, null, '1'])
      expect(mode).not.toBe('')
      next.release()
      await closeLinks(links)
    })

    test('a link has the role of its current user, never of the previous one', async () => {
      const { settings, name: user, run } = await newDatabase()
      for (const role of ['a', 'own']) {
        await run(`CREATE ROLE \`${user}_${role}\``, `GRANT \`${user}_${role}\` TO '${user}'@'%'`)
      }
      const roleNow = async (links: Awaited<ReturnType<typeof openLinks>>) => {
        const link = await takeLink(links)
        const [role] = await ask(links, link, 'SELECT CURRENT_ROLE()')
        giveBack(links, link)
        // MySQL names the host of the role too, and has a word for none.
        return isMariadb ? role : (/^`(.*)`@/.exec(String(role))?.[1] ?? null)
      }
      for (const own of [null, `${user}_own`]) {
        if (own !== null) await run(`SET DEFAULT ROLE \`${own}\` ${isMariadb ? 'FOR' : 'TO'} '${user}'@'%'`)
        const links = await openLinks(settings, local, { links: 1 })
        expect(await roleNow(links)).toBe(own)
        expect(await roleNow({ ...links, role: `${user}_a` })).toBe(`${user}_a`)
        expect(await roleNow(links)).toBe(own)
        await expect(takeLink({ ...links, role: `${user}_b` })).rejects.toMatchObject({ details: { step: 'role' } })
        expect(await roleNow(links)).toBe(own)
        await closeLinks(links)
      }
    })

    test('the server reports its dialect', async () => {
      const { settings } = await newDatabase()
      const session = await open(settings)
      expect(session.dialect).toBe(flavour)
      await session.close()
    })
  })
})
