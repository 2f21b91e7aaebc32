import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../editor/index.ts'
import { TextArea, TextField } from '../../../forms/index.ts'
import { Button, Dialog } from '../../../ui/index.ts'
import { ColumnDetailsDialog } from './ColumnDetailsDialog.tsx'
import { ConditionalDialog } from './ConditionalDialog.tsx'
import type { ColumnQuestion } from './column-command.ts'
import type { ColumnDialogProps } from './column-dialog-props.ts'
import { useColumnFacts } from './column-facts.ts'
import { columnGestures } from './column-gestures.ts'
import { FilterDialog } from './FilterDialog.tsx'
import { LookupDialog } from './LookupDialog.tsx'
import {
  BinQuestion,
  PeriodQuestion,
  ReplaceQuestion,
  RoundQuestion,
  SplitQuestion,
} from './questions/FormulaQuestions.tsx'
import { LimitQuestion } from './questions/LimitQuestion.tsx'
import { CustomFormatQuestion, ImageQuestion, LinkQuestion } from './questions/LookQuestions.tsx'
import { MoveAfterQuestion } from './questions/MoveAfterQuestion.tsx'
import { RelationshipQuestion } from './questions/RelationshipQuestion.tsx'
import { SortQuestion } from './questions/SortQuestion.tsx'
import { SourceColumnsQuestion } from './questions/SourceColumnsQuestion.tsx'
import { DeleteQuestion, UsesQuestion } from './questions/UsesQuestion.tsx'
import { ValueOrderQuestion } from './questions/ValueOrderQuestion.tsx'
import { ExtractQuestion, MapQuestion } from './questions/ValueQuestions.tsx'
import { useSecurityDialog } from './security-dialog.ts'

const dialogs = {
  sort: SortQuestion,
  valueOrder: ValueOrderQuestion,
  filter: FilterDialog,
  lookup: LookupDialog,
  period: PeriodQuestion,
  bin: BinQuestion,
  split: SplitQuestion,
  mapValues: MapQuestion,
  extract: ExtractQuestion,
  replace: ReplaceQuestion,
  round: RoundQuestion,
  link: LinkQuestion,
  image: ImageQuestion,
  customFormat: CustomFormatQuestion,
  conditional: ConditionalDialog,
  limit: LimitQuestion,
  moveAfter: MoveAfterQuestion,
  relationship: RelationshipQuestion,
  sourceColumns: SourceColumnsQuestion,
  security: SecurityQuestion,
  details: ColumnDetailsDialog,
  uses: UsesQuestion,
  delete: DeleteQuestion,
  rename: (props) => <TextQuestion kind="rename" {...props} />,
  describe: (props) => <TextQuestion kind="describe" {...props} />,
  folder: (props) => <TextQuestion kind="folder" {...props} />,
} satisfies { [Question in ColumnQuestion]: ComponentType<ColumnDialogProps> }

/** What a command of columns asks before it changes anything. */
export function ColumnDialog({ question, ...props }: ColumnDialogProps & { question: ColumnQuestion }) {
  const Asked = dialogs[question]
  return <Asked {...props} />
}

function SecurityQuestion(props: ColumnDialogProps) {
  const SecurityDialog = useSecurityDialog()
  return SecurityDialog && <SecurityDialog {...props} />
}

function TextQuestion({
  kind,
  element,
  columnIds,
  onClose,
}: ColumnDialogProps & { kind: 'rename' | 'describe' | 'folder' }) {
  const { t } = useTranslation('columns')
  const facts = useColumnFacts(element)
  const does = columnGestures({ editor: useEditor(), element, columnIds, facts, t })
  const column = element.columns.find(({ id }) => id === columnIds[0])
  const initial = { rename: facts.name(columnIds[0] ?? ''), describe: column?.description ?? '', folder: '' }[kind]
  const [text, setText] = useState(initial)
  const titles = { rename: t('rename'), describe: t('describe'), folder: t('newFolder') }
  function save() {
    if (kind === 'rename') does.rename(text)
    else if (kind === 'describe') does.describe(text.trim())
    else if (text.trim() !== '') does.newFolder(text.trim())
    onClose()
  }
  return (
    <Dialog
      title={titles[kind]}
      closeLabel={t('close')}
      isOpen
      size="confirm"
      onClose={onClose}
      onSubmit={save}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="primary" type="submit">
            {t('save')}
          </Button>
        </>
      }
    >
      {kind === 'describe' ? (
        <TextArea label={t('description')} value={text} onChange={setText} />
      ) : (
        <TextField
          label={t('name')}
          value={text}
          onChange={setText}
          // What is typed replaces the name, as in a spreadsheet.
          onFocus={(event) => event.target.select()}
        />
      )}
    </Dialog>
  )
}
