import { cast, list, sql, value } from '../../sql/index.ts'
import type { Cell, ValueType } from '../../types/index.ts'
import { FLOAT64, LOGICAL, TEXT, TIMESTAMP, VARIANT } from '../value-types.ts'
import {
  defineFunction,
  type Emit,
  type FunctionDefinition,
  type FunctionExample,
  type NeverOn,
  unsupportedOn,
} from './define.ts'

/** A name, or a path of names, that needs no quotes: the only part of a formula that ever becomes SQL text. */
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}(\.[A-Za-z_][A-Za-z0-9_]{0,127}){0,3}$/

/** Why a constant cannot name a function of the warehouse; null when it can. */
export function functionNameProblem(constant: Cell | undefined): string | null {
  if (typeof constant === 'string' && NAME.test(constant)) return null
  return 'Write the name as text: letters, digits and underscores, with dots between its parts, such as "SCHEMA.MY_FUNCTION".'
}

const RESULTS: readonly (readonly [suffix: string, type: ValueType, what: string])[] = [
  ['Text', TEXT, 'text'],
  ['Number', FLOAT64, 'a number'],
  ['Datetime', TIMESTAMP, 'a date'],
  ['Logical', LOGICAL, 'a logical value'],
  ['Variant', VARIANT, 'a variant'],
  ['Geography', { kind: 'geography' }, 'a geography'],
]

const NO_AGGREGATES = unsupportedOn('SQL Server does not call aggregates by a name from a formula.', 'sqlserver')
const NO_GEOGRAPHY = unsupportedOn(
  'This engine has no geography type.',
  'duckdb',
  'postgres',
  'mariadb',
  'mysql',
  'sqlserver',
)

const UNKNOWN = 'The engine has no function of this name.'
const ONE_ARGUMENT = 'COALESCE wants two arguments there.'
const SNOWFLAKE_ONLY: NeverOn = {
  duckdb: UNKNOWN,
  postgres: UNKNOWN,
  mariadb: UNKNOWN,
  mysql: UNKNOWN,
  trino: UNKNOWN,
}

/** Which functions exist depends on the engine: each example lists the engines that lack its function. */
const EXAMPLES: Readonly<Record<string, readonly FunctionExample[]>> = {
  CallText: [
    ['CallText("UPPER", "abc")', 'ABC'],
    {
      formula: 'CallText("TO_CHAR", 1234.5, "9,999.00")',
      rows: [],
      result: ' 1,234.50',
      never: {
        duckdb: UNKNOWN,
        mariadb: 'The function of this name writes dates only.',
        mysql: UNKNOWN,
        trino: UNKNOWN,
      },
    },
  ],
  CallDatetime: [
    {
      formula: 'CallDatetime("DATE_TRUNC", "month", Date("2024-05-20"))',
      rows: [],
      result: '2024-05-01 00:00:00',
      never: { mariadb: UNKNOWN, mysql: UNKNOWN },
    },
    ['CallDatetime("GREATEST", Date("2024-05-18"), Date("2024-05-20"))', '2024-05-20 00:00:00'],
  ],
  CallLogical: [
    { formula: 'CallLogical("COALESCE", True)', rows: [], result: true, never: { trino: ONE_ARGUMENT } },
    {
      formula: 'CallLogical("ARRAYS_OVERLAP", [A], [B])',
      rows: [{ A: [1, 2], B: [2, 3] }],
      results: [true],
      never: SNOWFLAKE_ONLY,
    },
  ],
  CallVariant: [
    { formula: 'CallVariant("COALESCE", Array(1, 2))', rows: [], result: [1, 2], never: { trino: ONE_ARGUMENT } },
    { formula: 'CallVariant("STRTOK_TO_ARRAY", "a-b", "-")', rows: [], result: ['a', 'b'], never: SNOWFLAKE_ONLY },
  ],
  CallGeography: [
    {
      formula: 'CallGeography("ST_MAKEPOINT", 10, 20)',
      rows: [],
      result: 'POINT(10 20)',
      never: { trino: 'The function of this name is ST_POINT there, and a plugin brings it.' },
    },
  ],
  CallNumber: [['CallNumber("ABS", -4)', 4]],
  AggLogical: [
    {
      formula: 'AggLogical("BOOLAND_AGG", [Ok])',
      rows: [{ Ok: true }, { Ok: false }],
      result: false,
      never: SNOWFLAKE_ONLY,
    },
  ],
  AggVariant: [
    {
      formula: 'AggVariant("ARRAY_UNION_AGG", [Ids])',
      rows: [{ Ids: [1, 2] }, { Ids: [2, 3] }],
      result: [1, 2, 3],
      never: SNOWFLAKE_ONLY,
    },
  ],
  AggGeography: [
    {
      formula: 'AggGeography("ST_UNION_AGG", [Shape])',
      rows: [{ Shape: 'POINT(0 0)' }, { Shape: 'POINT(1 1)' }],
      result: 'MULTIPOINT((0 0), (1 1))',
      never: { trino: UNKNOWN },
    },
  ],
  AggText: [{ formula: 'AggText("MIN", [Name])', rows: [{ Name: 'Mia' }, { Name: 'Abe' }], result: 'Abe' }],
  AggNumber: [
    { formula: 'AggNumber("MAX", [N])', rows: [{ N: 7 }, { N: 3 }], result: 7 },
    {
      formula: 'AggNumber("MODE", [Cust Id])',
      rows: [{ 'Cust Id': 7 }, { 'Cust Id': 7 }, { 'Cust Id': 3 }],
      result: 7,
      never: { postgres: 'MODE wants WITHIN GROUP there.', mariadb: UNKNOWN, mysql: UNKNOWN, trino: UNKNOWN },
    },
  ],
  AggDatetime: [
    {
      formula: 'AggDatetime("MIN", [Day])',
      rows: [{ Day: '2024-05-20 00:00:00' }, { Day: '2024-05-18 00:00:00' }],
      result: '2024-05-18 00:00:00',
    },
  ],
}

function passthrough(kind: 'Call' | 'Agg', [suffix, type, what]: (typeof RESULTS)[number]): FunctionDefinition {
  const name = `${kind}${suffix}`
  const write: Emit = ([, ...args], { constants: [called] }) => {
    if (functionNameProblem(called) !== null) return value(null, type)
    const call = { kind: 'fragment', strings: [`${String(called)}(`, ')'], args: [list(args)] } as const
    return type.kind === 'geography' ? call : type.kind === 'logical' ? sql`${call}` : cast(call, type)
  }
  return defineFunction({
    name,
    class: kind === 'Call' ? 'row' : 'aggregate',
    category: 'passthrough',
    summary:
      kind === 'Call'
        ? `Calls a function of the warehouse on the row and reads its result as ${what}.`
        : `Calls an aggregate of the warehouse over the group and reads its result as ${what}.`,
    isPassthrough: true,
    nulls: 'As the function that is called.',
    params: [
      {
        name: 'function_name',
        type: 'text',
        constant: true,
        doc: 'Name of a function of the warehouse; may be a path.',
        problemOf: functionNameProblem,
      },
      { name: 'argument', type: 'any', optional: true, repeats: true },
    ],
    returns: () => type,
    sql: {
      ...(kind === 'Agg' ? NO_AGGREGATES : {}),
      ...(type.kind === 'geography' ? NO_GEOGRAPHY : {}),
      standard: write,
    },
    examples: EXAMPLES[name] ?? [],
  })
}

/** Calls of functions by name, which a connection must allow, because some functions read files or access the network. */
export const passthroughFunctions: readonly FunctionDefinition[] = RESULTS.flatMap((result) => [
  passthrough('Call', result),
  passthrough('Agg', result),
])
