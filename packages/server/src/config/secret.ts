import { inspect } from 'node:util'

const shown = '[secret]'

/**
 * A value that must not be shown: JSON omits it, and printing, logging or inspecting it shows `[secret]`. Code that
 * needs the text calls `reveal()`.
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
