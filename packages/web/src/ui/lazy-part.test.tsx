// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, it } from 'vitest'
import { loadOnce } from '../load-part.ts'
import { partOf, usePart } from './lazy-part.ts'

afterEach(cleanup)

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>

function greeting(code: Promise<{ Greeting: typeof Greeting }>) {
  const load = loadOnce(() => code)
  return { load, Part: partOf(load, (loaded) => loaded.Greeting) }
}

it('draws a part at once when its code is here', async () => {
  const { load, Part } = greeting(Promise.resolve({ Greeting }))
  await load()
  const drawn: (string | null)[] = []
  const Fallback = () => {
    drawn.push('fallback')
    return null
  }
  render(
    <Suspense fallback={<Fallback />}>
      <Part name="Ann" />
    </Suspense>,
  )
  expect(screen.getByText('Hello Ann')).toBeDefined()
  expect(drawn).toEqual([])
})

it('shows the fallback until the code is here, and keeps the part when it is drawn again', async () => {
  let arrive: (code: { Greeting: typeof Greeting }) => void = () => {}
  const { Part } = greeting(new Promise((resolve) => (arrive = resolve)))
  const shown = (name: string) => (
    <Suspense fallback="Loading">
      <Part name={name} />
    </Suspense>
  )
  const { rerender } = render(shown('Ann'))
  expect(screen.getByText('Loading')).toBeDefined()
  await act(async () => arrive({ Greeting }))
  const part = await screen.findByText('Hello Ann')
  rerender(shown('Bo'))
  expect(screen.getByText('Hello Bo')).toBe(part)
})

it('tells a place when its code is here, without the fallback around it', async () => {
  let arrive: (code: { Greeting: typeof Greeting }) => void = () => {}
  const load = loadOnce(() => new Promise<{ Greeting: typeof Greeting }>((resolve) => (arrive = resolve)))
  const Place = () => {
    const code = usePart(load)
    return code ? <code.Greeting name="Ann" /> : 'On its way'
  }
  render(
    <Suspense fallback="Loading">
      <Place />
      <Place />
    </Suspense>,
  )
  expect(screen.queryByText('Loading')).toBeNull()
  await act(async () => arrive({ Greeting }))
  expect(screen.getAllByText('Hello Ann')).toHaveLength(2)
})
