import { connectEmbed, type Embed, type EmbedEventName, type EmbedEvents } from './connect-embed.ts'

/** The parts of React that the hooks use, so that this package does not depend on a version of it. */
interface ReactParts {
  useCallback<Run extends (...given: never[]) => unknown>(run: Run, dependencies: readonly unknown[]): Run
  useEffect(run: () => undefined | (() => void), dependencies: readonly unknown[]): void
  useRef<Value>(value: Value): { current: Value }
  useState<Value>(value: Value): [Value, (next: Value) => void]
}

/** A frame of an embed: pass `ref` to the iframe; `embed` is set as soon as the iframe exists. */
export interface EmbedFrame {
  ref: (frame: HTMLIFrameElement | null) => void
  embed: Embed | undefined
  isLoading: boolean
  error: EmbedEvents['workbook:error'] | undefined
  /** The current values of controls, once the workbook is loaded. */
  variables: Readonly<Record<string, string>> | undefined
}

/** Hooks for embeds, created with the host's React: `const { useEmbed, useEmbedEvent } = embedHooks(React)`. */
export function embedHooks({ useCallback, useEffect, useRef, useState }: ReactParts) {
  function useEmbedEvent<Name extends EmbedEventName>(
    embed: Embed | undefined,
    name: Name,
    listener: (event: EmbedEvents[Name]) => void,
  ): void {
    const present = useRef(listener)
    present.current = listener
    useEffect(() => embed?.on(name, (event) => present.current(event)), [embed, name])
  }

  function useEmbed({ origin }: { origin: string }): EmbedFrame {
    const [embed, setEmbed] = useState<Embed | undefined>(undefined)
    const [isLoading, setLoading] = useState(true)
    const [error, setError] = useState<EmbedFrame['error']>(undefined)
    const [variables, setVariables] = useState<EmbedFrame['variables']>(undefined)
    const connected = useRef<Embed | undefined>(undefined)
    const ref = useCallback(
      (frame: HTMLIFrameElement | null) => {
        connected.current?.close()
        connected.current = frame === null ? undefined : connectEmbed(frame, { origin })
        setEmbed(connected.current)
      },
      [origin],
    )
    useEmbedEvent(embed, 'workbook:loaded', ({ workbook }) => {
      setLoading(false)
      setVariables(workbook.variables)
    })
    useEmbedEvent(embed, 'workbook:variables:onchange', ({ workbook }) => setVariables(workbook.variables))
    useEmbedEvent(embed, 'workbook:error', (detail) => {
      setLoading(false)
      setError(detail)
    })
    return { ref, embed, isLoading, error, variables }
  }

  return { useEmbed, useEmbedEvent }
}
