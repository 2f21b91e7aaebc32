import type { TSchema } from 'typebox'

/** A place of a schema that holds a text without a fixed list of words: an id, a name, a formula, a message. */
export interface StringPlace {
  /** Inside the value, with `{}` for the value of a map and `[0]` for an item of a list: `effects[0].values{}.formula`. */
  path: string
  /** A valid value with few other fields that has the text in this place. */
  withText: (text: string) => unknown
}

interface Options {
  /** Fields that are not entered, at any depth. */
  without?: readonly string[]
  /** The texts of required fields by their names, and of the keys of maps as `{}`; `text` for all others. */
  filling?: Readonly<Record<string, string>>
}

interface Node {
  type?: string
  const?: unknown
  anyOf?: readonly Node[]
  properties?: Readonly<Record<string, Node>>
  required?: readonly string[]
  items?: Node
  minItems?: number
  minimum?: number
  patternProperties?: Readonly<Record<string, Node>>
}

/** All places of texts in a schema, with those in one branch of a step; branches inside branches have the same shapes. */
export function stringPlaces(schema: TSchema, { without = [], filling = {} }: Options = {}): StringPlace[] {
  return new Places(without, filling).of(schema as Node, 0)
}

class Places {
  private readonly without: readonly string[]
  private readonly filling: Readonly<Record<string, string>>

  constructor(without: readonly string[], filling: Readonly<Record<string, string>>) {
    this.without = without
    this.filling = filling
  }

  of(node: Node, forks: number): StringPlace[] {
    if (node.anyOf) return node.anyOf.flatMap((branch) => this.of(branch, forks))
    if (node.const !== undefined) return []
    if (node.type === 'string') return [{ path: '', withText: (text) => text }]
    if (node.type === 'array') return node.items ? this.ofItem(node.items, node.minItems ?? 0, forks) : []
    const [mapped] = Object.values(node.patternProperties ?? {})
    if (mapped) return within(this.of(mapped, forks), '{}', (value) => ({ [this.filling['{}'] ?? 'key']: value }))
    const { properties = {} } = node
    const inner = forks + (properties.branches ? 1 : 0)
    if (inner > 1) return []
    return Object.entries(properties).flatMap(([name, field]) =>
      this.without.includes(name)
        ? []
        : within(this.of(field, inner), `.${name}`, (value) => ({ ...(this.smallest(node) as object), [name]: value })),
    )
  }

  private ofItem(items: Node, least: number, forks: number): StringPlace[] {
    const rest = Array.from({ length: Math.max(least - 1, 0) }, () => this.smallest(items))
    return within(this.of(items, forks), '[0]', (value) => [value, ...rest])
  }

  /** The smallest value of a schema: required fields only, the first branch of a union. */
  private smallest(node: Node, name = ''): unknown {
    if (node.anyOf?.[0]) return this.smallest(node.anyOf[0], name)
    if (node.const !== undefined) return node.const
    const { properties = {}, required = [], items = {} } = node
    switch (node.type) {
      case 'string':
        return this.filling[name] ?? 'text'
      case 'number':
      case 'integer':
        return node.minimum ?? 1
      case 'boolean':
        return true
      case 'array':
        return Array.from({ length: node.minItems ?? 0 }, () => this.smallest(items, name))
      default:
        return Object.fromEntries(
          required.flatMap((field) => (properties[field] ? [[field, this.smallest(properties[field], field)]] : [])),
        )
    }
  }
}

const within = (places: readonly StringPlace[], step: string, wrap: (value: unknown) => unknown): StringPlace[] =>
  places.map(({ path, withText }) => ({ path: step + path, withText: (text) => wrap(withText(text)) }))
