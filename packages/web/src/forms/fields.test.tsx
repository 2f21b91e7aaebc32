// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { TooltipProvider } from '../ui/index.ts'
import {
  Combobox,
  dayOfText,
  type MultiOption,
  MultiSelect,
  NumberField,
  Picker,
  Select,
  Shelf,
  ShelfPill,
  SwitchRow,
  TextField,
  Tree,
  type TreeNode,
} from './index.ts'
import { numberOfWords } from './number-of-words.ts'

afterEach(cleanup)

const fruits = ['Apple', 'Banana', 'Cherry', 'Date'].map((label) => ({ value: label.toLowerCase(), label }))

describe('a text field', () => {
  it('links its error to the input and keeps the typed text', () => {
    function Form() {
      const [value, setValue] = useState('wrong')
      return <TextField label="Email" value={value} onChange={setValue} error="Enter an email address." />
    }
    render(<Form />)
    const input = screen.getByLabelText<HTMLInputElement>('Email')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    const note = document.getElementById(input.getAttribute('aria-describedby') ?? '')
    expect(note?.textContent).toBe('Enter an email address.')
    fireEvent.change(input, { target: { value: 'ann@example.com' } })
    expect(input.value).toBe('ann@example.com')
  })
})

describe('a number in short form', () => {
  it.each([
    ['1.5k', 1500],
    ['2M', 2_000_000],
    ['1.1k', 1100],
    ['12%', 0.12],
    ['−3k', -3000],
    ['1,250k', 1_250_000],
    ['7', undefined],
    ['k', undefined],
    ['1.2.3k', undefined],
  ])('%s is %s', (text, number) => {
    expect(numberOfWords(text, 'en-US')).toBe(number)
  })

  it('follows the locale', () => {
    expect(numberOfWords('1,5k', 'de-DE')).toBe(1500)
    expect(numberOfWords('1.250k', 'de-DE')).toBe(1_250_000)
  })

  it('is applied when the field loses focus, within its limits', () => {
    const seen: (number | null)[] = []
    render(<NumberField label="Rows" value={1} max={2000} onChange={(value) => seen.push(value)} />)
    const input = screen.getByLabelText('Rows')
    fireEvent.blur(input, { target: { value: '5k' } })
    expect(seen.at(-1)).toBe(2000)
  })
})

describe('a typed day', () => {
  it.each([
    ['2026-11-20', 'en-US', '2026-11-20'],
    ['11/20/2026', 'en-US', '2026-11-20'],
    ['20/11/2026', 'en-GB', '2026-11-20'],
    ['20.11.26', 'de-DE', '2026-11-20'],
    ['2026-02-30', 'en-US', undefined],
    ['13/13/2026', 'en-US', undefined],
    ['tomorrow', 'en-US', undefined],
  ])('%s in %s is %s', (text, locale, day) => {
    expect(dayOfText(text, locale)).toBe(day)
  })
})

describe('a select', () => {
  it('shows the chosen label and reports another choice', async () => {
    const seen: string[] = []
    render(<Select label="Fruit" value="banana" options={fruits} onChange={(value) => seen.push(value)} />)
    const button = screen.getByRole('combobox', { name: 'Fruit' })
    expect(button.textContent).toContain('Banana')
    fireEvent.click(button)
    const option = await screen.findByRole('option', { name: 'Cherry' })
    fireEvent.pointerDown(option)
    fireEvent.mouseUp(option)
    fireEvent.click(option)
    expect(seen).toEqual(['cherry'])
  })
})

describe('a combobox', () => {
  it('narrows by typing and says when nothing matches', async () => {
    render(<Combobox label="Fruit" value={null} options={fruits} onChange={() => undefined} placeholder="Choose" />)
    fireEvent.click(screen.getByRole('combobox', { name: /Fruit/ }))
    const input = await screen.findByPlaceholderText('Search')
    fireEvent.change(input, { target: { value: 'an' } })
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['Banana'])
    fireEvent.change(input, { target: { value: 'zz' } })
    await screen.findByText('No results for “zz”')
  })
})

describe('a multi-select', () => {
  function Several({ options, initial }: { options: readonly MultiOption[]; initial: string[] }) {
    const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(initial))
    return <MultiSelect label="Fruit" options={options} chosen={chosen} onChange={setChosen} />
  }

  it.each([
    { initial: [], summary: 'None' },
    { initial: ['apple', 'date'], summary: 'Apple, Date' },
    { initial: ['apple', 'banana', 'date'], summary: 'Apple, Banana +1' },
    { initial: ['apple', 'banana', 'cherry', 'date'], summary: 'All' },
  ])('says $summary', ({ initial, summary }) => {
    render(<Several options={fruits} initial={initial} />)
    expect(screen.getByRole('button', { name: `Fruit: ${summary}` }).textContent).toBe(summary)
  })

  it('selects all search results, and clears the selection', async () => {
    render(<Several options={fruits} initial={['cherry']} />)
    fireEvent.click(screen.getByRole('button', { name: 'Fruit: Cherry' }))
    const search = await screen.findByLabelText('Search Fruit')
    fireEvent.change(search, { target: { value: 'a' } })
    await screen.findByLabelText('Banana')
    fireEvent.click(screen.getByRole('button', { name: 'Select all' }))
    await screen.findByText('4 selected')
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    await screen.findByText('0 selected')
  })
})

describe('a picker of several things', () => {
  it('removes a chip by its button', () => {
    const seen: string[][] = []
    render(
      <Picker
        label="People"
        choices={fruits}
        chosen={fruits.slice(0, 2)}
        onChange={(next) => seen.push(next.map(({ value }) => value))}
        nothing="No results"
        removeLabel={(name) => `Remove ${name}`}
      />,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Remove Apple' }))
    expect(seen).toEqual([['banana']])
  })
})

describe('a switch with a label', () => {
  it('has the role, the name and the state, and its label switches it', () => {
    const seen: boolean[] = []
    render(<SwitchRow label="Copy many cells" text="Off: one at a time." isOn onChange={(isOn) => seen.push(isOn)} />)
    const control = screen.getByRole('switch', { name: 'Copy many cells' })
    expect(control.getAttribute('aria-checked')).toBe('true')
    fireEvent.click(control)
    expect(seen).toEqual([false])
  })
})

describe('a shelf', () => {
  it('moves a pill with Alt and arrows, and removes it with Delete', () => {
    const seen: string[] = []
    render(
      <TooltipProvider>
        <Shelf label="Y axis" isEmpty={false} emptyText="Drop a column or press +">
          <ShelfPill
            name="Sum of Revenue"
            icon={() => null}
            menuLabel="Menu of Sum of Revenue"
            menu={null}
            onMove={(by) => seen.push(`move ${by}`)}
            onRemove={() => seen.push('remove')}
          />
        </Shelf>
      </TooltipProvider>,
    )
    const pill = within(screen.getByRole('list', { name: 'Y axis' })).getByRole('button')
    fireEvent.keyDown(pill, { key: 'ArrowDown', altKey: true })
    fireEvent.keyDown(pill, { key: 'ArrowUp', altKey: true })
    fireEvent.keyDown(pill, { key: 'ArrowUp' })
    fireEvent.keyDown(pill, { key: 'Delete' })
    expect(seen).toEqual(['move 1', 'move -1', 'remove'])
  })

  it('shows a hint while it is empty, and why a column is refused', () => {
    const shelf = { label: 'Color', isEmpty: true, emptyText: 'Drop a column or press +' }
    const { rerender } = render(<Shelf {...shelf} />)
    screen.getByText('Drop a column or press +')
    rerender(<Shelf {...shelf} drop={{ isAllowed: false, reason: 'One column at most' }} />)
    screen.getByText('One column at most')
  })
})

describe('a tree', () => {
  const nodes: TreeNode[] = [
    {
      id: 'sales',
      name: 'Sales',
      children: [
        { id: 'revenue', name: 'Revenue' },
        { id: 'orders', name: 'Orders' },
      ],
    },
    { id: 'stores', name: 'Stores', children: 'loading' },
    { id: 'broken', name: 'Broken', children: { error: 'No connection' } },
  ]
  function Columns({ onOpen, onRetry }: { onOpen?: (id: string) => void; onRetry?: (id: string) => void }) {
    const [expanded, setExpanded] = useState<string[]>(['broken'])
    return (
      <Tree
        label="Data"
        nodes={nodes}
        expanded={expanded}
        onExpand={setExpanded}
        onOpen={(node) => onOpen?.(node.id)}
        onRetry={(node) => onRetry?.(node.id)}
      />
    )
  }
  const names = () => screen.getAllByRole('treeitem').map((item) => item.getAttribute('aria-label') ?? item.textContent)

  it('opens a folder by a click and shows levels to assistive technology', async () => {
    render(<Columns />)
    screen.getByRole('tree', { name: 'Data' })
    expect(names()).toHaveLength(3)
    fireEvent.click(screen.getByText('Sales'))
    const revenue = await screen.findByText('Revenue')
    expect(revenue.closest('[role=treeitem]')?.getAttribute('aria-level')).toBe('2')
    expect(names()).toHaveLength(5)
  })

  it('offers a retry if loading children failed', () => {
    const seen: string[] = []
    render(<Columns onRetry={(id) => seen.push(id)} />)
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(seen).toEqual(['broken'])
  })

  it('opens all siblings with *', async () => {
    render(<Columns />)
    const first = screen.getAllByRole('treeitem')[0]
    if (!first) throw new Error('The tree has no row.')
    first.focus()
    fireEvent.keyDown(first, { key: '*' })
    await screen.findByText('Orders')
  })
})
