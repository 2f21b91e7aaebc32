import type { CustomFunction, CustomFunctionArgument, NewCustomFunction } from '@octavo/core/contract'
import { formulaTypeOf } from '@octavo/core/types'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../../api.ts'
import { Remark, Select, TextArea, TextField } from '../../../forms/index.ts'
import { useSession } from '../../../session.ts'
import { ArrowDown, ArrowUp, Button, fieldLook, notify, Plus, Trash } from '../../../ui/index.ts'
import { useAction } from '../../data/use-action.ts'
import { FormDialog } from '../../frame/dialogs.tsx'
import { customFunctionsQuery, useDefinitionCheck } from './custom-functions.ts'

const types = ['number', 'text', 'date', 'logical', 'variant', 'any'] as const

interface CustomFunctionDialogProps {
  definition: CustomFunction | null
  known: readonly CustomFunction[]
  onClose: () => void
}

/** A name, arguments, and a formula that uses them; problems are shown during typing. */
export function CustomFunctionDialog({ definition, known, onClose }: CustomFunctionDialogProps) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const isAdmin = useSession()?.member.isAdmin ?? false
  const [name, setName] = useState(definition?.name ?? '')
  const [description, setDescription] = useState(definition?.description ?? '')
  const [args, setArgs] = useState<CustomFunctionArgument[]>(
    definition?.arguments ?? [{ name: 'value', type: 'number' }],
  )
  const [body, setBody] = useState(definition?.body ?? '')
  const others = known.filter(({ customFunctionId }) => customFunctionId !== definition?.customFunctionId)
  const check = useDefinitionCheck({ name: name.trim(), description, arguments: args, body }, others)
  const action = useAction(async () => {
    const given: NewCustomFunction = { name: name.trim(), description, arguments: args, body }
    const path = definition ? `/v2/customFunctions/${definition.customFunctionId}` : '/v2/customFunctions'
    await send(path, { method: definition ? 'PATCH' : 'POST', body: given })
    await queries.invalidateQueries({ queryKey: customFunctionsQuery.queryKey })
    notify({ title: t('common.saved'), tone: 'done' })
    onClose()
  })
  const problems = check.data?.problems ?? []
  const isComplete = name.trim() !== '' && body.trim() !== '' && args.every((each) => each.name.trim() !== '')
  const change = (place: number, patch: Partial<CustomFunctionArgument>) =>
    setArgs(args.map((each, at) => (at === place ? { ...each, ...patch } : each)))
  const swap = (place: number) => {
    const [one, two] = [args[place], args[place + 1]]
    if (one && two) setArgs([...args.slice(0, place), two, one, ...args.slice(place + 2)])
  }
  const call = `${name.trim() || 'Name'}(${args.map((each) => `[${each.name}]`).join(', ')})`
  return (
    <FormDialog
      size="wide"
      title={definition ? t('teams.editTitle', { name: definition.name }) : t('functions.new')}
      submit={definition ? t('common.save') : t('common.create')}
      action={action}
      isReady={isAdmin && isComplete && !problems.some(({ severity }) => severity === 'error')}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('files.name')}
          value={name}
          onChange={setName}
          maxLength={128}
          autoComplete="off"
          spellCheck={false}
          placeholder="MarginOf"
          hint={definition && definition.name !== name.trim() ? t('functions.former') : t('functions.nameHint')}
        />
        <TextField
          label={t('common.description')}
          isOptional={t('common.optional')}
          value={description}
          onChange={setDescription}
          maxLength={4096}
        />
      </div>
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-1.5 font-medium">{t('functions.arguments')}</legend>
        {args.map((argument, place) => {
          const number = place + 1
          return (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: an argument is its place in a call; names change while they are written
              key={place}
              className="flex flex-wrap items-center gap-2 max-sm:border-b max-sm:border-line max-sm:pb-3"
            >
              <input
                aria-label={t('functions.argumentName', { number })}
                className={`${fieldLook} min-w-32 !w-auto grow font-mono sm:max-w-44`}
                value={argument.name}
                maxLength={128}
                spellCheck={false}
                onChange={(event) => change(place, { name: event.target.value })}
              />
              <Select
                label={t('functions.argumentType', { number })}
                className="!w-32"
                value={argument.type}
                onChange={(type) => change(place, { type })}
                options={types.map((value) => ({ value, label: t(`functions.types.${value}`) }))}
              />
              <input
                aria-label={t('functions.argumentText', { number })}
                placeholder={t('functions.argumentPlaceholder')}
                className={`${fieldLook} min-w-40 !w-auto grow max-sm:order-last max-sm:basis-full`}
                value={argument.description ?? ''}
                maxLength={1024}
                onChange={(event) => change(place, { description: event.target.value })}
              />
              <span className="flex">
                <Button
                  look="quiet"
                  isIcon
                  aria-label={t('attributes.up', { name: argument.name })}
                  disabled={place === 0}
                  onClick={() => swap(place - 1)}
                >
                  <ArrowUp className="size-4" />
                </Button>
                <Button
                  look="quiet"
                  isIcon
                  aria-label={t('attributes.down', { name: argument.name })}
                  disabled={place === args.length - 1}
                  onClick={() => swap(place)}
                >
                  <ArrowDown className="size-4" />
                </Button>
                <Button
                  look="quiet"
                  isIcon
                  aria-label={t('common.removeName', { name: argument.name })}
                  onClick={() => setArgs(args.filter((_, at) => at !== place))}
                >
                  <Trash className="size-4" />
                </Button>
              </span>
            </div>
          )
        })}
        <Button className="self-start" onClick={() => setArgs([...args, { name: '', type: 'number' }])}>
          <Plus className="size-4" /> {t('functions.addArgument')}
        </Button>
      </fieldset>
      <TextArea
        label={t('functions.body')}
        value={body}
        onChange={setBody}
        rows={4}
        spellCheck={false}
        className="font-mono"
        placeholder="([revenue] - [cost]) / [revenue]"
        hint={t('functions.bodyHint')}
      />
      <div aria-live="polite" className="flex flex-col gap-2">
        {problems.map(({ path, message, hint, severity }) => (
          <Remark key={`${path} ${message}`} tone={severity === 'error' ? 'danger' : 'warning'}>
            {message} {hint}
          </Remark>
        ))}
        {check.data?.type && problems.length === 0 && (
          <p className="text-muted">
            <code className="font-mono text-ink">{call}</code>{' '}
            {t('functions.type', { type: formulaTypeOf(check.data.type) })}
          </p>
        )}
      </div>
      {definition && <p className="text-xs text-muted">{t('functions.atOnce')}</p>}
    </FormDialog>
  )
}
