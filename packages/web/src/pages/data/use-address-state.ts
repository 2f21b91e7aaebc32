import { useNavigate, useSearch } from '@tanstack/react-router'

/** A value that stands in the address, so that reload, back and a sent link keep it. Empty leaves the address. */
export function useAddressState(name: string): [string, (value: string) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const raw = search[name]
  return [
    typeof raw === 'string' ? decodeURIComponent(raw) : '',
    (value) =>
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => {
          const { [name]: _, ...others } = before
          return value === '' ? others : { ...others, [name]: encodeURIComponent(value) }
        },
        replace: true,
      }),
  ]
}
