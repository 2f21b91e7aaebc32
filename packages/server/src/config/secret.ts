import { inspect } from 'node:util'

const shown = '[secret]'

/**
 * A value that must not be seen: it leaves JSON without a trace, and prints, logs and inspects as `[secret]`.
 * Code that needs the text calls `reveal()`.
 */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  reveal(): string {
    return this.#value
  }

  toJSON(): undefined {
    return undefined
  }

  toString(): string {
    return shown
  }

  [Symbol.toPrimitive](): string {
    return shown
  }

  [inspect.custom](): string {
    return shown
  }
}
