// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { forgetContentsOfOthers, keepContent, keepText, readContent, readKept } from './kept-text.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

it('contents stay for the member who kept them, and are removed for another one', () => {
  forgetContentsOfOthers('ann')
  keepContent('sql', 'select 1')
  keepText('octavo-theme', 'dark')
  forgetContentsOfOthers('ann')
  expect(readContent('sql')).toBe('select 1')
  forgetContentsOfOthers('ben')
  expect(readContent('sql')).toBeNull()
  expect(readKept('octavo-theme')).toBe('dark')
  forgetContentsOfOthers('ann')
  expect(readContent('sql')).toBeNull()
})

it('contents can be removed', () => {
  keepContent('sql', 'select 1')
  keepContent('sql', null)
  expect(readContent('sql')).toBeNull()
})

it('a browser that stores nothing keeps contents in the tab, for the same member', () => {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse)
  forgetContentsOfOthers('ann')
  keepContent('sql', 'select 1')
  forgetContentsOfOthers('ann')
  expect(readContent('sql')).toBe('select 1')
  forgetContentsOfOthers('ben')
  expect(readContent('sql')).toBeNull()
})
