// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import {
  Banner,
  Button,
  Dialog,
  IconButton,
  Menu,
  MenuCheck,
  MenuItem,
  Message,
  notify,
  Progress,
  Search,
  Segmented,
  ShapedSkeleton,
  TabList,
  TabPanel,
  Tabs,
  Toasts,
  TooltipProvider,
} from './index.ts'

afterEach(cleanup)

describe('an icon', () => {
  it('is decoration, unless it has a name, which assistive technology then reads', () => {
    const { container } = render(
      <>
        <Search />
        <Search role="img" aria-label="Found" />
      </>,
    )
    expect(screen.getByRole('img', { name: 'Found' })).toBe(container.lastElementChild)
    expect(screen.getAllByRole('img')).toHaveLength(1)
  })
})

describe('a button', () => {
  it('keeps its text while it is busy, announces it, and ignores clicks', () => {
    let presses = 0
    const { rerender } = render(<Button onClick={() => presses++}>Save</Button>)
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    rerender(
      <Button isBusy onClick={() => presses++}>
        Save
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Save' })
    expect(button.getAttribute('aria-busy')).toBe('true')
    fireEvent.click(button)
    expect(presses).toBe(1)
  })

  it('that is only an icon has a name, and announces whether it is on', () => {
    render(
      <TooltipProvider>
        <IconButton label="Search" icon={Search} isPressed />
      </TooltipProvider>,
    )
    expect(screen.getByRole('button', { name: 'Search' }).getAttribute('aria-pressed')).toBe('true')
  })
})

describe('tabs', () => {
  function Pages() {
    const [value, setValue] = useState('one')
    return (
      <Tabs value={value} onChange={setValue}>
        <TabList
          label="Pages"
          items={[
            { value: 'one', label: 'One' },
            { value: 'two', label: 'Two', count: 3 },
          ]}
        />
        <TabPanel value="one">First</TabPanel>
        <TabPanel value="two">Second</TabPanel>
      </Tabs>
    )
  }

  it('show the panel of the chosen tab, which is labelled by it', async () => {
    render(<Pages />)
    expect((await screen.findByRole('tabpanel', { name: 'One' })).textContent).toBe('First')
    fireEvent.click(screen.getByRole('tab', { name: /Two/ }))
    expect(screen.getByRole('tab', { name: /Two/ }).getAttribute('aria-selected')).toBe('true')
    expect((await screen.findByRole('tabpanel', { name: /Two/ })).textContent).toBe('Second')
  })
})

describe('a segmented choice', () => {
  it('is a group of radio buttons with one chosen', () => {
    const seen: string[] = []
    render(
      <Segmented
        label="Format"
        value="csv"
        options={[
          { value: 'csv', label: 'CSV' },
          { value: 'json', label: 'JSON' },
        ]}
        onChange={(value) => seen.push(value)}
      />,
    )
    screen.getByRole('radiogroup', { name: 'Format' })
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'CSV' }).checked).toBe(true)
    fireEvent.click(screen.getByRole('radio', { name: 'JSON' }))
    expect(seen).toEqual(['json'])
  })
})

describe('a menu', () => {
  it('runs an item and closes, but stays open for an item that is switched', async () => {
    const seen: string[] = []
    render(
      <Menu label="More" trigger="…" triggerClass="">
        <MenuCheck isOn={false} onChange={(isOn) => seen.push(`totals ${isOn}`)}>
          Totals
        </MenuCheck>
        <MenuItem onSelect={() => seen.push('rename')} shortcut="F2">
          Rename
        </MenuItem>
      </Menu>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'More' }))
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Totals' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: /Rename/ }))
    expect(seen).toEqual(['totals true', 'rename'])
  })
})

describe('a dialog', () => {
  it('is a form that Ctrl+Enter submits, with the first field focused', async () => {
    let submits = 0
    render(
      <TooltipProvider>
        <Dialog
          title="Rename"
          closeLabel="Close"
          isOpen
          onClose={() => undefined}
          onSubmit={() => submits++}
          size="form"
        >
          <input aria-label="Name" />
        </Dialog>
      </TooltipProvider>,
    )
    screen.getByRole('dialog', { name: 'Rename' })
    await act(async () => undefined)
    fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Enter', ctrlKey: true })
    expect(submits).toBe(1)
  })

  it('that confirms a deletion is an alert dialog', () => {
    render(
      <TooltipProvider>
        <Dialog title="Delete “Q3”?" closeLabel="Close" isOpen isAlert onClose={() => undefined} size="confirm">
          This cannot be undone.
        </Dialog>
      </TooltipProvider>,
    )
    screen.getByRole('alertdialog', { name: 'Delete “Q3”?' })
  })
})

describe('notices', () => {
  it('that were sent before their component was loaded are shown in their last state', async () => {
    render(<Toasts closeLabel="Close" />)
    await act(async () => {
      const notice = notify({ title: 'Saving', tone: 'busy' })
      notice.change({ title: 'Saved', tone: 'done' })
    })
    await screen.findAllByText('Saved')
    expect(screen.queryByText('Saving')).toBeNull()
  })

  it('can be closed with a screen reader', async () => {
    render(<Toasts closeLabel="Close" />)
    await act(async () => void notify({ title: 'Moved', tone: 'done' }))
    const notice = (await screen.findAllByText('Moved')).length
    expect(screen.getAllByRole('button', { name: 'Close' }).length).toBeGreaterThanOrEqual(notice)
  })
})

describe('messages', () => {
  it.each([
    { tone: 'info' as const, role: 'status' },
    { tone: 'danger' as const, role: 'alert' },
  ])('a banner of $tone has the role $role', ({ tone, role }) => {
    render(<Banner tone={tone}>Part of the data is missing.</Banner>)
    expect(screen.getByRole(role).textContent).toContain('Part of the data is missing.')
  })

  it('a failure is announced with its code', () => {
    render(<Message icon={Search} isAlert title="Can't run this chart" fine="query_timeout · a1b2" />)
    expect(screen.getByRole('alert').textContent).toContain('query_timeout · a1b2')
  })

  it('a progress bar stands beside its button, which it may not contain', () => {
    render(<Progress label="Sending" value={null} max={1} text="1 of 2" action={<button type="button">Stop</button>} />)
    expect(screen.getByRole('progressbar').contains(screen.getByRole('button', { name: 'Stop' }))).toBe(false)
  })

  it('progress is announced in words', () => {
    render(<Progress label="Loading rows" value={12_400} max={50_000} text="12,400 of 50,000 rows" />)
    expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('12,400 of 50,000 rows')
  })

  it('a skeleton of a table shows the names of columns that are known, hidden from assistive technology', () => {
    const { container } = render(<ShapedSkeleton shape="table" heads={['Region', 'Revenue']} />)
    expect(container.textContent).toBe('RegionRevenue')
    expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true')
  })

  it('a skeleton of a table has one animation, however many bars it has', () => {
    const { container } = render(<ShapedSkeleton shape="table" heads={['Region', 'Revenue']} />)
    expect(container.querySelectorAll('[class*=waiting]')).toHaveLength(1)
  })
})
