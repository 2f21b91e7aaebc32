import { AppError } from '../errors/index.ts'
import type { Statement, StatementValue, ValueType } from '../types/index.ts'
import { isConstant } from './build.ts'
import { type Dialect, dialectOf } from './dialects/index.ts'
import { fenceChains } from './fence-chains.ts'
import { asCondition, asValue } from './logical-values.ts'
import { nestCtes } from './nest-ctes.ts'
import type {
  SqlCte,
  SqlEntries,
  SqlEntryField,
  SqlExpression,
  SqlFrom,
  SqlOrder,
  SqlQuery,
  SqlRaw,
  SqlRows,
  SqlSelect,
  SqlSelectColumn,
  SqlUnion,
} from './tree.ts'

export interface PrintOptions {
  /** Lines before the statement, as a comment; overrides the comment of the query. */
  comment?: string | null
}

/** Readable SQL text, and its values in the order of their placeholders. */
export function printQuery(query: SqlQuery, dialect: Dialect | string, options: PrintOptions = {}): Statement {
  const printer = new Printer(typeof dialect === 'string' ? dialectOf(dialect) : dialect)
  const lines = printer.query(query)
  const comment = options.comment === undefined ? query.comment : options.comment
  if (comment) lines.unshift(...comment.split(/[\r\n\u2028\u2029]+/).map((line) => `-- ${line}`.trimEnd()))
  return { text: lines.join('\n'), values: printer.values, ...uploadsOf(printer) }
}

/** A single expression, for messages and tests. */
export function printExpression(expression: SqlExpression, dialect: Dialect | string): Statement {
  const printer = new Printer(typeof dialect === 'string' ? dialectOf(dialect) : dialect)
  return { text: printer.expression(expression), values: printer.values, ...uploadsOf(printer) }
}

const uploadsOf = ({ uploads }: Printer): Pick<Statement, 'uploads'> =>
  uploads.size === 0 ? {} : { uploads: [...uploads] }

const INDENT = '  '

class Printer {
  readonly values: StatementValue[] = []
  readonly uploads = new Set<string>()
  private places: Map<SqlExpression, number> | null = null
  private readonly dialect: Dialect

  constructor(dialect: Dialect) {
    this.dialect = dialect
  }

  query(query: SqlQuery): string[] {
    const { label, mostCtes, mostFences, mostGroupsInChain } = this.dialect
    const fences = query.ctes.filter(({ isFence }) => isFence).length
    if (mostFences !== undefined && fences > mostFences)
      throw new AppError('not_supported', {
        what: `Columns that read each other in a chain as long as this one cannot be computed on ${label}: it takes ${fences} steps, and the server takes ${mostFences}.`,
        hint: 'Shorten the chain: let its columns read fewer of those before them, or keep a part of it in a table.',
      })
    const fenced = mostGroupsInChain === undefined ? query.ctes : fenceChains(query.ctes, mostGroupsInChain)
    const ctes = mostCtes === undefined ? fenced : nestCtes(fenced, query.body, mostCtes)
    return [...this.ctes(ctes), ...this.relation(query.body)]
  }

  private ctes(ctes: readonly SqlCte[]): string[] {
    return ctes.flatMap((cte, index) => {
      const head = index === 0 ? 'WITH ' : ''
      const fence = cte.isMaterialized ? 'MATERIALIZED ' : cte.isFence ? (this.dialect.fence ?? '') : ''
      const last = cte.isPolicyFence ? this.dialect.policyFence : cte.isFence ? this.dialect.fenceEnd : undefined
      const end = last === undefined ? [] : [`${INDENT}${last}`]
      return [
        `${head}${this.name(cte.name)} AS ${fence}(`,
        ...indented(this.ctes(cte.ctes ?? [])),
        ...this.nested(cte.query),
        ...end,
        index === ctes.length - 1 ? ')' : '),',
      ]
    })
  }

  /** The lines of a relation in parentheses. Custom SQL is not indented, since its text literals may contain line breaks. */
  private nested(relation: SqlSelect | SqlUnion | SqlRaw | SqlRows | SqlEntries): string[] {
    const isOrdered = relation.kind === 'select' && (relation.limit !== undefined || Boolean(relation.offset))
    const isPlain = relation.kind !== 'select' || isOrdered || this.dialect.ordersInside !== false
    const lines = this.relation(isPlain ? relation : { ...relation, orderBy: [] })
    return relation.kind === 'raw' ? lines : indented(lines)
  }

  /** An expression in a place that requires a value, on engines where a condition is not a value. */
  private value(expression: SqlExpression): string {
    return this.expression(this.dialect.hasNoLogicalValues ? asValue(expression) : expression)
  }

  private asCondition(expression: SqlExpression): SqlExpression {
    return this.dialect.hasNoLogicalValues ? asCondition(expression) : expression
  }

  private relation(relation: SqlSelect | SqlUnion | SqlRaw | SqlRows | SqlEntries): string[] {
    switch (relation.kind) {
      case 'select':
        return this.select(relation)
      case 'union':
        return relation.selects.flatMap((select, index) => {
          const lines = this.unionMember(select)
          return index === 0 ? lines : [relation.all ? 'UNION ALL' : 'UNION', ...lines]
        })
      case 'raw':
        return this.raw(relation)
      case 'rows':
        return this.rows(relation)
      case 'entries':
        return this.entries(relation)
    }
  }

  private unionMember(select: SqlSelect): string[] {
    const lines = this.select(select)
    const isPlain = !select.orderBy?.length && select.limit === undefined && !select.offset
    return isPlain ? lines : ['(', ...indented(lines), ')']
  }

  private select(select: SqlSelect): string[] {
    const lines = [select.distinct ? 'SELECT DISTINCT' : 'SELECT']
    const all = select.allOf === undefined ? [] : [`${this.name(select.allOf)}.*`]
    const columns = select.columns.map(({ expression, alias }) => {
      const text = this.value(expression)
      const name = this.name(alias)
      const isNamedSo = expression.kind === 'column' && expression.name === alias
      return isNamedSo ? text : `${text} AS ${name}`
    })
    lines.push(...commaLines([...all, ...columns]))
    if (select.from) lines.push(...this.from(select.from, 'FROM '))
    if (select.where?.length) lines.push(...this.conditions('WHERE', select.where))
    if (select.groupBy?.length) {
      lines.push('GROUP BY', ...commaLines(select.groupBy.map((expression) => this.value(expression))))
    }
    if (select.groupingSets?.length) {
      const sets = select.groupingSets.map((set) => `(${set.map((expression) => this.value(expression)).join(', ')})`)
      lines.push('GROUP BY GROUPING SETS (', ...commaLines(sets), ')')
    }
    if (select.having?.length) lines.push(...this.conditions('HAVING', select.having))
    // A constant does not affect the order. Engines reject it there, or interpret an integer as a column position.
    const orders = (select.orderBy ?? []).filter(({ expression }) => !isConstant(expression))
    if (orders.length > 0) {
      lines.push('ORDER BY', ...commaLines(orders.flatMap((order) => this.order(order, select.columns))))
    }
    lines.push(...this.dialect.limit(select.limit, select.offset, orders.length > 0))
    return lines
  }

  private conditions(word: string, conditions: readonly SqlExpression[]): string[] {
    return conditions.flatMap((condition, index) => {
      if (condition.kind === 'exists') {
        const lines = this.exists(condition)
        return index === 0 ? onFirst(lines, `${word} `) : indented(onFirst(lines, 'AND '))
      }
      const text = this.operand(this.asCondition(condition), conditions.length > 1)
      return index === 0 ? `${word} ${text}` : `${INDENT}AND ${text}`
    })
  }

  private exists({ query, isNot }: Extract<SqlExpression, { kind: 'exists' }>): string[] {
    return [isNot ? 'NOT EXISTS (' : 'EXISTS (', ...this.nested(query), ')']
  }

  private from(from: SqlFrom, prefix: string): string[] {
    switch (from.kind) {
      case 'table': {
        if (from.isUpload) this.uploads.add(from.path.join('.'))
        const path = from.path.map((part) => this.dialect.quoteIdentifier(part)).join('.')
        return [`${prefix}${path} AS ${this.name(from.alias)}`]
      }
      case 'relation': {
        const name = this.name(from.name)
        return [from.alias === from.name ? `${prefix}${name}` : `${prefix}${name} AS ${this.name(from.alias)}`]
      }
      case 'derived':
        return [`${prefix}(`, ...this.nested(from.query), `) AS ${this.name(from.alias)}`]
      case 'join': {
        const left = this.from(from.left, prefix)
        const nested = from.right.kind === 'join'
        const right = nested
          ? [`${from.join.toUpperCase()} JOIN (`, ...indented(this.from(from.right, '')), ')']
          : this.from(from.right, `${from.join.toUpperCase()} JOIN `)
        if (from.on) right.push(`${INDENT}ON ${this.expression(this.asCondition(from.on))}`)
        return [...left, ...right]
      }
    }
  }

  private order({ expression, direction, nulls }: SqlOrder, columns: readonly SqlSelectColumn[] = []): string[] {
    const way = direction === 'descending' ? 'DESC' : 'ASC'
    const key = this.dialect.hasNoLogicalValues ? asValue(expression) : expression
    // The default position of nulls differs between engines, so it is always written.
    if (this.dialect.nulls === 'words')
      return [`${this.operand(key)} ${way} NULLS ${nulls === 'first' ? 'FIRST' : 'LAST'}`]
    if ((nulls === 'first') === (direction !== 'descending')) return [`${this.operand(key)} ${way}`]
    // An alias may be used in ORDER BY only by itself; inside an expression its name would be resolved in the sources.
    const isAlias = key.kind === 'column' && key.relation === undefined
    const aliased = isAlias ? columns.find(({ alias }) => alias === key.name)?.expression : undefined
    const tested = aliased && this.dialect.hasNoLogicalValues ? asValue(aliased) : (aliased ?? key)
    const isNull = `CASE WHEN ${this.operand(tested)} IS NULL THEN 1 ELSE 0 END ${nulls === 'first' ? 'DESC' : 'ASC'}`
    return [isNull, `${this.operand(key)} ${way}`]
  }

  private raw({ strings, values }: SqlRaw): string[] {
    const text = strings
      .map((piece, index) => {
        const value = values[index]
        return value ? `${piece}${this.operand(value)}` : piece
      })
      .join('')
    return [text.replace(/[\s;]+$/, '').replace(/^(\s*\n)+/, '')]
  }

  private rows({ json, columns }: SqlRows): string[] {
    const { rows, label } = this.dialect
    if (!rows) throw new Error(`${label} cannot read rows that come with a statement.`)
    const items = columns.map(({ key, type }) => {
      const field = rows.field(key)
      const cast = type.kind === 'text' ? field : this.cast(field, type)
      return `${rows.read?.(field, type) ?? cast} AS ${this.name(key)}`
    })
    const keys = columns.map(({ key }) => key)
    return [
      'SELECT',
      ...commaLines(items.length > 0 ? items : ['1 AS row_1']),
      `FROM ${rows.from(this.expression(json), keys)}`,
    ]
  }

  private entries({ path, state, columns }: SqlEntries): string[] {
    const { entries, label, quoteIdentifier } = this.dialect
    if (!entries) throw new Error(`${label} has no tables of entered rows.`)
    const table = path.map((part) => quoteIdentifier(part)).join('.')
    const fields = columns.map(({ type, field }) => ({ type, field: this.entryField(field) }))
    const { items, from } = entries(table, this.expression(state), fields)
    const named = columns.map(({ key }, index) => `${items[index]} AS ${this.name(key)}`)
    return ['SELECT', ...commaLines(named.length > 0 ? named : ['1 AS row_1']), ...from]
  }

  private entryField(field: SqlEntryField): SqlEntryField<string> {
    if (field.kind === 'cell') return { kind: 'cell', id: this.expression(field.id) }
    return field.kind === 'person' ? { ...field, people: this.expression(field.people) } : field
  }

  /** The placeholder of a value; inside `DISTINCT x ORDER BY x` the same one, because engines compare the text of both. */
  private place(given: Extract<SqlExpression, { kind: 'value' }>): string {
    const { type, value } = given
    const isNumbered = this.dialect.placeholder(1, type) !== this.dialect.placeholder(2, type)
    const known = isNumbered ? this.places?.get(given) : undefined
    if (known !== undefined) return this.dialect.placeholder(known, type)
    this.values.push({ type, value })
    this.places?.set(given, this.values.length)
    return this.dialect.placeholder(this.values.length, type)
  }

  private cast(operand: string, type: ValueType): string {
    const [before, after] = this.dialect.converts?.(type) ?? ['CAST(', ` AS ${this.dialect.typeName(type)})`]
    return `${before}${operand}${after}`
  }

  expression(expression: SqlExpression): string {
    switch (expression.kind) {
      case 'column': {
        const name = this.name(expression.name)
        return expression.relation === undefined ? name : `${this.name(expression.relation)}.${name}`
      }
      case 'value': {
        if (expression.value === null) return this.cast('NULL', expression.type)
        return this.place(expression)
      }
      case 'fragment':
        return this.fragment(expression.strings, expression.args)
      case 'list': {
        const isDelimited = expression.separator.trim() === ','
        return expression.items.map((item) => this.operand(item, !isDelimited)).join(expression.separator)
      }
      case 'cast':
        return this.dialect.converts?.(expression.type)
          ? this.cast(this.operand(expression.expression), expression.type)
          : this.cast(this.expression(expression.expression), expression.type)
      case 'null-safe-equal': {
        const [before, between, after] = this.dialect.nullSafeEqual
        return `${before}${this.operand(expression.left)}${between}${this.operand(expression.right)}${after}`
      }
      case 'case': {
        const branches = expression.branches.map(
          ({ when, value }) => `WHEN ${this.expression(when)} THEN ${this.expression(value)}`,
        )
        if (expression.otherwise) branches.push(`ELSE ${this.expression(expression.otherwise)}`)
        return `CASE ${branches.join(' ')} END`
      }
      case 'window': {
        const call = this.expression(expression.call)
        const parts: string[] = []
        const { hasNoConstantKeys } = this.dialect
        const partitionBy = expression.partitionBy.filter((part) => !hasNoConstantKeys || !isConstant(part))
        if (partitionBy.length) {
          parts.push(`PARTITION BY ${partitionBy.map((part) => this.expression(part)).join(', ')}`)
        }
        // Some engines require an ORDER BY for ranks, even one that is equal for all rows.
        const varying = expression.orderBy.filter((order) => !isConstant(order.expression))
        const orders = varying.length > 0 || hasNoConstantKeys ? varying : expression.orderBy
        if (orders.length) {
          parts.push(`ORDER BY ${orders.flatMap((order) => this.order(order)).join(', ')}`)
        }
        if (expression.frame) parts.push(expression.frame)
        return `${call} OVER (${parts.join(' ')})`
      }
      case 'exists':
        return this.exists(expression).join('\n')
      case 'subquery':
        return ['(', ...indented(this.query(expression.query)), ')'].join('\n')
    }
  }

  private fragment(strings: readonly string[], args: readonly SqlExpression[]): string {
    const outer = this.places
    if (strings[0]?.endsWith('(DISTINCT ')) this.places = new Map()
    const text = this.pieces(strings, args)
    this.places = outer
    return text
  }

  private pieces(strings: readonly string[], args: readonly SqlExpression[]): string {
    return strings
      .map((piece, index) => {
        const arg = args[index]
        if (!arg) return piece
        const isDelimited = /[(,[]\s*$/.test(piece) && /^\s*[),\]]/.test(strings[index + 1] ?? '')
        const text = this.operand(arg, !isDelimited)
        return this.dialect.readsTablesFlat && piece.endsWith(TABLE_FUNCTION) && text.includes('SELECT ')
          ? `${piece.slice(0, -TABLE_FUNCTION.length)}(SELECT ${text} AS v) AS given, ${TABLE_FUNCTION}given.v`
          : `${piece}${text}`
      })
      .join('')
  }

  /** An expression inside another one, in parentheses where precedence requires it. */
  private operand(expression: SqlExpression, mayNeedParentheses = true): string {
    const text = this.expression(expression)
    return mayNeedParentheses && !isAtomic(expression) ? `(${text})` : text
  }

  private name(name: string): string {
    return this.dialect.quoteIdentifier(name)
  }
}

const TABLE_FUNCTION = 'JSON_TABLE('

/** True when the expression needs no parentheses beside any operator. */
function isAtomic(expression: SqlExpression): boolean {
  if (expression.kind === 'list') {
    return expression.items.length < 2 || expression.separator.trim() === ','
  }
  if (expression.kind === 'null-safe-equal') return false
  if (expression.kind !== 'fragment') return true
  const { strings, args } = expression
  const [only] = args
  if (args.length === 1 && only && strings.every((piece) => piece === '')) return isAtomic(only)
  return isOneCall(strings.join('?'))
}

/** `NAME`, `NAME(...)`, `(...)`, where the first parenthesis closes at the very end. */
function isOneCall(text: string): boolean {
  const head = /^[A-Za-z_0-9.]*/.exec(text)?.[0] ?? ''
  if (head.length === text.length) return text.length > 0
  if (text[head.length] !== '(') return false
  let depth = 0
  let quoted = false
  for (let index = head.length; index < text.length; index += 1) {
    const char = text[index]
    if (char === "'") quoted = !quoted
    if (quoted) continue
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    if (depth === 0) return index === text.length - 1
  }
  return false
}

function commaLines(items: readonly string[]): string[] {
  return indented(items.map((item, index) => `${item}${index < items.length - 1 ? ',' : ''}`))
}

function onFirst([first = '', ...others]: readonly string[], before: string): string[] {
  return [`${before}${first}`, ...others]
}

/** Indents each line by one level. Line breaks inside a line, such as in a quoted name, are not changed. */
function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line ? `${INDENT}${line}` : line))
}
