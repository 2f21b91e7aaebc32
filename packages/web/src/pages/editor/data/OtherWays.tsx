import type { ElementSource } from '@octavo/core/document'
import { type RefObject, startTransition, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId, useEditor } from '../../../editor/index.ts'
import { Combine, FlipHorizontal, Join } from '../../../forms/index.ts'
import { Button, FileCode, lazyPart, Upload } from '../../../ui/index.ts'
import { useMay } from '../../data/people.ts'
import { sortOfStatement } from '../sql/order-by.ts'
import { columnsOfSql } from '../sql/sql-element.ts'
import { LazyUploadWizard } from './lazy-upload-wizard.ts'
import type { PickedSource } from './picked-source.ts'
import { uploadedTable } from './uploaded-table.ts'
import '../../../i18n/formulas.ts'
import '../../../i18n/sql.ts'

const JoinDialog = lazyPart(async () => ({ default: (await import('../join/JoinDialog.tsx')).JoinDialog }))
const SqlDialog = lazyPart(async () => ({ default: (await import('../sql/SqlDialog.tsx')).SqlDialog }))
const TransposeDialog = lazyPart(async () => ({
  default: (await import('../transpose/TransposeDialog.tsx')).TransposeDialog,
}))
const UnionDialog = lazyPart(async () => ({ default: (await import('../union/UnionDialog.tsx')).UnionDialog }))

/** Ways to create a source that is not in the list. */
export type OtherWay = 'upload' | 'sql' | 'join' | 'union' | 'transpose'

interface ChosenWay {
  way: OtherWay
  /** The source that was chosen in the list before. */
  first: ElementSource | undefined
}

/**
 * The way that was chosen. The list stays until the dialog of the way is loaded, and its search field takes what is typed
 * meanwhile, which is then the first text of the dialog.
 */
export function useOtherWay(field: RefObject<HTMLInputElement | null>) {
  const [loading, setLoading] = useState<OtherWay>()
  const [opened, setOpened] = useState<ChosenWay>()
  const [typed, setTyped] = useState('')
  function choose(chosen: ChosenWay) {
    setLoading(chosen.way)
    field.current?.focus()
    field.current?.select()
    startTransition(() => setOpened(chosen))
  }
  const noteTyped = (text: string) => loading && setTyped(text)
  return { loading, opened: opened && { ...opened, typed }, choose, noteTyped }
}

interface OtherWaysProps {
  /** The way whose dialog is being loaded. */
  loading: OtherWay | undefined
  onChoose: (way: OtherWay) => void
}

/** Buttons for the ways that the user may use. */
export function OtherWays({ loading, onChoose }: OtherWaysProps) {
  const { t } = useTranslation('formulas')
  const sql = useTranslation('sql').t
  const editor = useEditor()
  const may = useMay()
  return (
    <>
      {may('upload-csv') && (
        <Button icon={Upload} isBusy={loading === 'upload'} onClick={() => onChoose('upload')}>
          {t('picker.upload')}
        </Button>
      )}
      {!editor.isView && (
        <Button
          icon={FileCode}
          isBusy={loading === 'sql'}
          disabled={!may('write-sql')}
          title={may('write-sql') ? undefined : sql('mayNot')}
          onClick={() => onChoose('sql')}
        >
          {t('picker.sql')}
        </Button>
      )}
      <Button icon={Join} isBusy={loading === 'join'} onClick={() => onChoose('join')}>
        {t('picker.join')}
      </Button>
      <Button icon={Combine} isBusy={loading === 'union'} onClick={() => onChoose('union')}>
        {t('picker.union')}
      </Button>
      <Button icon={FlipHorizontal} isBusy={loading === 'transpose'} onClick={() => onChoose('transpose')}>
        {t('picker.transpose')}
      </Button>
    </>
  )
}

interface OtherWayDialogProps extends ChosenWay {
  /** Text that was typed while the dialog was loading. */
  typed: string
  onPick: (picked: PickedSource) => void
  onClose: () => void
}

/** The dialog of one of the ways. Suspends while it is loading. */
export function OtherWayDialog({ way, first, typed, onPick, onClose }: OtherWayDialogProps) {
  const start = { kind: 'new' as const, ...(first ? { first } : {}) }
  return (
    <>
      {way === 'upload' && <LazyUploadWizard onClose={onClose} onDone={(upload) => onPick(uploadedTable(upload))} />}
      {way === 'sql' && (
        <SqlDialog
          typed={typed}
          onClose={onClose}
          onDone={({ source, columns: result, controls, dialect }) => {
            const columns = columnsOfSql(result, newId)
            const sort = sortOfStatement(source.statement, dialect, result, columns)
            onPick({ source, columns, sort, name: 'Custom SQL', controls })
          }}
        />
      )}
      {way === 'join' && (
        <JoinDialog
          start={start}
          typed={typed}
          onClose={onClose}
          onDone={({ source, columns, name }) => onPick({ source, columns, name })}
        />
      )}
      {way === 'union' && (
        <UnionDialog
          start={start}
          typed={typed}
          onClose={onClose}
          onDone={({ source, columns, name }) => onPick({ source, columns, name })}
        />
      )}
      {way === 'transpose' && (
        <TransposeDialog
          start={start}
          typed={typed}
          onClose={onClose}
          onDone={({ source, columns, name }) => onPick({ source, columns, name })}
        />
      )}
    </>
  )
}
