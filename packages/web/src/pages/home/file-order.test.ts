import type { FileEntry } from '@octavo/core/contract'
import { describe, expect, it } from 'vitest'
import { orderFiles } from './file-order.ts'

const file = (name: string, type: FileEntry['type'], updatedAt: string) => ({ name, type, updatedAt }) as FileEntry
const files = [
  file('Sales 10', 'workbook', '2026-03-01T00:00:00.000Z'),
  file('sales 9', 'workbook', '2026-01-01T00:00:00.000Z'),
  file('Zoo', 'folder', '2026-02-01T00:00:00.000Z'),
  file('Atlas', 'folder', '2026-05-01T00:00:00.000Z'),
]

describe('the order of files', () => {
  it.each([
    ['name', false, ['Atlas', 'Zoo', 'sales 9', 'Sales 10']],
    ['name', true, ['Zoo', 'Atlas', 'Sales 10', 'sales 9']],
    ['updated', true, ['Atlas', 'Zoo', 'Sales 10', 'sales 9']],
    ['updated', false, ['Zoo', 'Atlas', 'sales 9', 'Sales 10']],
  ] as const)('by %s, descending %s: folders first, numbers in names counted', (by, isDescending, names) => {
    expect(orderFiles(files, { by, isDescending }).map(({ name }) => name)).toEqual(names)
  })
})
