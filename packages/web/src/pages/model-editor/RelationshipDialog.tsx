import type { ColumnDetails } from '@octavo/core/contract'
import type { Relationship, TableElement } from '@octavo/core/document'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditorState } from '../../editor/index.ts'
import { useColumnDetails } from '../../elements/table/columns/use-column-details.ts'
import { explain } from '../../explain.ts'
import { Checkbox, Field, type Option, Remark, Select, TextField } from '../../forms/index.ts'
import { Button, Dialog, IconButton, Plus, Trash } from '../../ui/index.ts'
import { type KeyPair, namesOf, proposedPair } from './relationship-keys.ts'

interface RelationshipDialogProps {
  element: TableElement
  relationship: Relationship
  isNew: boolean
  targets: readonly Option<string>[]
  onSave: (relationship: Relationship) => void
  onClose: () => void
}

/**
 * Edits a relationship from this table to another one: its name, the keys, and how well they match. Duplicate keys in
 * the other table would repeat rows, so they are shown and have to be confirmed.
 */
export function RelationshipDialog(props: RelationshipDialogProps) {
  const { element, relationship, isNew, targets, onSave, onClose } = props
  const { t } = useTranslation('models')
  const common = useTranslation().t
  const document = useEditorState((state) => state.document)
  const [targetId, setTargetId] = useState(relationship.targetElementId)
  const own = useMemo(() => namesOf(document, element.id), [document, element.id])
  const other = useMemo(() => namesOf(document, targetId), [document, targetId])
  const [chosen, setKeys] = useState<readonly KeyPair[]>(relationship.keys)
  const keys = chosen.length > 0 ? chosen : firstKeys(own, other)
  const [name, setName] = useState(relationship.name)
  const [description, setDescription] = useState(relationship.description ?? '')
  const [isConfirmed, setConfirmed] = useState(false)
  const match = useMatch(element.id, targetId, keys)
  const usual = targets.find(({ value }) => value === targetId)?.label ?? ''
  const isReady = keys.length > 0 && (name ?? usual).trim() !== '' && (match.repeated === 0 || isConfirmed)

  function save() {
    if (!isReady) return
    const { description: _, ...rest } = relationship
    const text = description.trim()
    const described = text === '' ? {} : { description: text }
    onSave({ ...rest, targetElementId: targetId, keys: [...keys], name: (name ?? usual).trim(), ...described })
  }

  return (
    <Dialog
      title={isNew ? t('edit.relationships.add') : t('edit.relationships.change')}
      size="form"
      isOpen
      onClose={onClose}
      closeLabel={common('common.close')}
      onSubmit={save}
      actions={
        <>
          <Button onClick={onClose}>{common('common.cancel')}</Button>
          <Button look="primary" type="submit" disabled={!isReady}>
            {t('edit.done')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t('relationships.target')}>
          {({ id }) => (
            <Select
              id={id}
              value={targetId}
              options={targets}
              onChange={(next) => {
                setTargetId(next)
                setKeys([])
                setConfirmed(false)
              }}
            />
          )}
        </Field>
        <KeyPairs keys={keys} own={own} other={other} onChange={setKeys} />
        <MatchText match={match} />
        {match.repeated > 0 && <Repeated match={match} isConfirmed={isConfirmed} onConfirm={setConfirmed} />}
        <TextField label={t('columns.name')} value={name ?? usual} onChange={setName} maxLength={255} />
        <TextField label={t('columns.description')} value={description} onChange={setDescription} maxLength={2_000} />
      </div>
    </Dialog>
  )
}

function firstKeys(own: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): KeyPair[] {
  const proposed = proposedPair(own, other)
  if (proposed) return [proposed]
  const [sourceColumnId] = own.keys()
  const [targetColumnId] = other.keys()
  return sourceColumnId === undefined || targetColumnId === undefined ? [] : [{ sourceColumnId, targetColumnId }]
}

interface KeyPairsProps {
  keys: readonly KeyPair[]
  own: ReadonlyMap<string, string>
  other: ReadonlyMap<string, string>
  onChange: (keys: readonly KeyPair[]) => void
}

/** One line for each pair of columns that has to be equal. */
function KeyPairs({ keys, own, other, onChange }: KeyPairsProps) {
  const { t } = useTranslation('models')
  const options = (names: ReadonlyMap<string, string>) => [...names].map(([value, label]) => ({ value, label }))
  const change = (at: number, pair: Partial<KeyPair>) =>
    onChange(keys.map((key, index) => (index === at ? { ...key, ...pair } : key)))
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-xs font-medium text-muted">{t('relationships.keys')}</legend>
      {keys.map((key, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pairs are distinguished only by their position
        <div key={at} className="flex items-center gap-2">
          <Select
            label={t('edit.relationships.ownKey', { number: at + 1 })}
            className="min-w-0 grow basis-0"
            value={key.sourceColumnId}
            options={options(own)}
            onChange={(sourceColumnId) => change(at, { sourceColumnId })}
          />
          <span aria-hidden className="font-mono text-muted">
            =
          </span>
          <Select
            label={t('edit.relationships.otherKey', { number: at + 1 })}
            className="min-w-0 grow basis-0"
            value={key.targetColumnId}
            options={options(other)}
            onChange={(targetColumnId) => change(at, { targetColumnId })}
          />
          {keys.length > 1 && (
            <IconButton
              label={t('edit.relationships.removeKey', { number: at + 1 })}
              icon={Trash}
              size="small"
              onClick={() => onChange(keys.filter((_, index) => index !== at))}
            />
          )}
        </div>
      ))}
      <div>
        <Button
          isSmall
          icon={Plus}
          disabled={keys.length === 0 || keys.length >= 10}
          onClick={() => onChange([...keys, ...keys.slice(-1)])}
        >
          {t('edit.relationships.addKey')}
        </Button>
      </div>
    </fieldset>
  )
}

interface Match {
  found: ColumnDetails['match']
  isFetching: boolean
  failure: string | undefined
  repeated: number
}

/** How well the keys match, over all rows of both tables. */
function useMatch(elementId: string, otherId: string, keys: readonly KeyPair[]): Match {
  const pairs = keys.map(({ sourceColumnId, targetColumnId }) => ({
    columnId: sourceColumnId,
    otherColumnId: targetColumnId,
  }))
  const isAsked = otherId !== '' && pairs.length > 0
  const { data, error, isFetching } = useColumnDetails(
    elementId,
    { match: { elementId: otherId, keys: pairs } },
    isAsked,
  )
  const failure = error ? explain(error).message : undefined
  return { found: data?.match, isFetching, failure, repeated: data?.match?.repeatedKeys ?? 0 }
}

function MatchText({ match: { found, isFetching, failure } }: { match: Match }) {
  const { t } = useTranslation('models')
  return (
    <div aria-live="polite" aria-busy={isFetching} className="text-muted">
      {failure !== undefined && <Remark tone="warning">{failure}</Remark>}
      {failure === undefined && !found && isFetching && <p>{t('edit.relationships.checking')}</p>}
      {failure === undefined && found && (
        <p>{t('edit.relationships.matched', { matched: found.matched, rows: found.rows })}</p>
      )}
    </div>
  )
}

interface RepeatedProps {
  match: Match
  isConfirmed: boolean
  onConfirm: (isConfirmed: boolean) => void
}

function Repeated({ match: { found, repeated }, isConfirmed, onConfirm }: RepeatedProps) {
  const { t } = useTranslation('models')
  const examples = found?.mostRepeated.map(
    ({ key, count }) => `${key.map((cell) => String(cell ?? t('edit.relationships.empty'))).join(', ')} (${count}×)`,
  )
  return (
    <>
      <Remark tone="warning">
        {t('edit.relationships.repeated', { count: repeated, examples: examples?.join('; ') })}
      </Remark>
      <Checkbox isChecked={isConfirmed} onChange={onConfirm}>
        {t('edit.relationships.confirm')}
      </Checkbox>
    </>
  )
}
