import { describe, expect, it } from 'vitest'
import { keysOf } from './keys-of.ts'

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

describe('the keys of an event', () => {
  it.each([
    [{ key: 'z', ctrlKey: true }, 'Ctrl+Z'],
    [{ key: 'Z', metaKey: true, shiftKey: true }, 'Ctrl+Shift+Z'],
    [{ key: 'a' }, 'A'],
    [{ key: '?', shiftKey: true }, '?'],
    [{ key: '+', ctrlKey: true, shiftKey: true }, 'Ctrl+Shift++'],
    [{ key: 'Delete' }, 'Delete'],
    [{ key: 'PageDown', altKey: true }, 'Alt+PageDown'],
    [{ key: 'Enter', ctrlKey: true, shiftKey: true }, 'Ctrl+Shift+Enter'],
  ])('%o are %s', (event, expected) => {
    expect(keysOf({ ...none, ...event })).toBe(expected)
  })
})
