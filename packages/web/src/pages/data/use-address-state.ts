import { useNavigate, useSearch } from '@tanstack/react-router'

/** A value stored in the address, so that reload, back and a shared link keep it. An empty value is removed from the address. */
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
