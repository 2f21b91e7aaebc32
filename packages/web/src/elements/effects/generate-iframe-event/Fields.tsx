import { useTranslation } from 'react-i18next'
import { IconButton, Plus, Trash } from '../../../ui/index.ts'
import type { EffectEditor, EffectFieldsProps } from '../editing/effect-editor.ts'
import { Line } from '../editing/fields.tsx'
import { ValueField } from '../editing/ValueField.tsx'
import { record } from '../effect.ts'

/** The name of the event, and a value for each of its keys. */
function Fields({ effect, onChange, columns }: EffectFieldsProps) {
  const { t } = useTranslation('actions')
  const given = Object.entries(record(effect.values))
  const set = (next: readonly (readonly [string, unknown])[]) => {
    const { values: _, ...rest } = effect
    onChange(next.length > 0 ? { ...rest, values: Object.fromEntries(next) } : rest)
  }
  const add = () => {
    const free = [given.length + 1, given.length + 2].map((number) => `key${number}`)
    const key = free.find((name) => given.every(([known]) => known !== name)) ?? `key${Date.now()}`
    set([...given, [key, { type: 'constant', value: { type: 'text', value: '' } }]])
  }
  return (
    <>
      <Line
        label={t('event.name')}
        value={effect.eventName}
        onChange={(eventName) => onChange({ ...effect, eventName })}
      />
      {given.map(([key, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the key is what is written here
        <div key={index} className="flex flex-col gap-1 border-l-2 border-line pl-2">
          <span className="flex items-end gap-1">
            <span className="min-w-0 grow">
              <Line
                label={t('event.key')}
                value={key}
                onChange={(next) => {
                  const isFree = given.every(([known], at) => at === index || known !== next)
                  if (next !== '' && isFree) set(given.map((pair, at) => (at === index ? [next, value] : pair)))
                }}
              />
            </span>
            <IconButton
              label={t('event.remove', { key })}
              icon={Trash}
              size="small"
              onClick={() => set(given.filter((_, at) => at !== index))}
            />
          </span>
          <ValueField
            label={key}
            kind="text"
            value={value}
            columns={columns}
            onChange={(next) => set(given.map((pair, at) => (at === index ? [key, next] : pair)))}
          />
        </div>
      ))}
      <button
        type="button"
        className="flex items-center gap-1 self-start text-xs text-accent-text hover:underline"
        onClick={add}
      >
        <Plus className="size-3.5" aria-hidden />
        {t('event.add')}
      </button>
    </>
  )
}

export const generateIframeEventEditor: EffectEditor = {
  first: () => ({ effect: 'generate-iframe-event', eventName: 'event' }),
  Fields,
}
