import { AppError } from '@octavo/core/errors'
import type pg from 'pg'
import type { EngineProcedure, EngineProcedures } from '../api.ts'
import { begin, type Links } from './links.ts'
import { commit, onLink } from './writer.ts'

const graceMs = 2000

/** Selects each procedure's schema, name, argument types, and arguments as JSON. */
const selection = `SELECT n.nspname, p.proname, pg_catalog.oidvectortypes(p.proargtypes),
    COALESCE((SELECT json_agg(json_build_array(
        COALESCE(p.proargnames[a.place], ''), pg_catalog.format_type(a.type, NULL), COALESCE(p.proargmodes[a.place]::text, 'i')
      ) ORDER BY a.place)
      FROM unnest(COALESCE(p.proallargtypes, p.proargtypes::oid[])) WITH ORDINALITY AS a (type, place)), '[]')::text
  FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
  WHERE p.prokind = 'p' AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'
    AND has_schema_privilege(n.oid, 'USAGE') AND has_function_privilege(p.oid, 'EXECUTE')`

const modes: Readonly<Record<string, EngineProcedure['parameters'][number]['mode']>> = { b: 'inout', o: 'out' }

/** `read` returns the rows of one of the program's own statements; cells are texts. */
export function createProcedures(
  links: Links,
  read: (text: string, signal: AbortSignal) => Promise<string[][]>,
): EngineProcedures {
  return {
    async list(signal) {
      return (await read(`${selection} ORDER BY 1, 2, 3`, signal)).map(procedureOf)
    },
    call: (wanted, values, timeoutMs) =>
      onLink(links, timeoutMs, async (link) => {
        await begin(links, link, timeoutMs + graceMs, 'READ WRITE')
        const procedure = await found(link, wanted)
        if (!procedure) return undefined
        const results = await call(link, procedure, values)
        await commit(link)
        return results
      }),
  }
}

function procedureOf([schema = '', name = '', signature = '', list = '[]']: readonly string[]): EngineProcedure {
  const parameters = (JSON.parse(list) as [string, string, string][]).map(([own, type, mode]) => ({
    name: own,
    type,
    mode: modes[mode] ?? 'in',
  }))
  return { path: [schema, name], signature, parameters }
}

/**
 * The procedure, when it exists and may be called. Its names and types come from the server's catalogue, never from the
 * caller.
 */
async function found(
  link: pg.PoolClient,
  { path: [schema, name], signature }: Pick<EngineProcedure, 'path' | 'signature'>,
): Promise<EngineProcedure | undefined> {
  const text = `${selection} AND n.nspname = $1 AND p.proname = $2 AND pg_catalog.oidvectortypes(p.proargtypes) = $3`
  const { rows } = await link.query<string[]>({ text, values: [schema, name, signature], rowMode: 'array' })
  return rows[0] && procedureOf(rows[0])
}

async function call(link: pg.PoolClient, { path, parameters }: EngineProcedure, values: readonly (string | null)[]) {
  const taking = parameters.filter(({ mode }) => mode !== 'out')
  if (taking.length !== values.length) {
    const reason = `The procedure takes ${taking.length} values and was given ${values.length}.`
    throw new AppError('query_failed', { reason })
  }
  let given = 0
  const list = parameters.map(({ type, mode }) => (mode === 'out' ? `NULL::${type}` : `$${++given}::${type}`))
  const place = path.map((part) => link.escapeIdentifier(part)).join('.')
  const text = `CALL ${place}(${list.join(', ')})`
  const { rows, fields } = await link.query<(string | null)[]>({ text, values: [...values], rowMode: 'array' })
  const giving = parameters.filter(({ mode }) => mode !== 'in')
  return fields.map(({ name }, index) => ({
    name,
    type: giving[index]?.type ?? '',
    value: rows[0]?.[index] ?? null,
  }))
}
