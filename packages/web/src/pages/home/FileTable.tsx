import type { FileEntry } from '@octavo/core/contract'
import { Link } from '@tanstack/react-router'
import { createContext, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeName } from '../../formats.ts'
import { Badge, DataTable, LayoutTemplate, type Sorting, type TableColumn } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import { timeInWords } from '../../time-in-words.ts'
import {
  Archive,
  Button,
  buttonLook,
  classNames,
  Database,
  Ellipsis,
  Folder,
  FolderInput,
  type Icon,
  Layers,
  Menu,
  MenuItem,
  MenuSeparator,
  Notebook,
  openOwnMenu,
  Pencil,
  Plus,
  Reset,
  Share,
  Shortcut,
  Star,
  Tag,
  Trash,
} from '../../ui/index.ts'
import { isHolder, opensAsWorkbook, takesFiles } from '../data/files.ts'
import { useMay, useMemberNames } from '../data/people.ts'
import { Card } from '../frame/Page.tsx'
import { SelectionBar } from '../frame/PagedTable.tsx'
import { AccessDialog } from '../sharing/AccessDialog.tsx'
import { dataModelAddress, datasetAddress, workbookAddress } from '../workbook-address.ts'
import { DeleteWorkspaceDialog } from './DeleteWorkspaceDialog.tsx'
import { useFileDrop } from './file-drag.ts'
import { useFileMoves } from './file-moves.tsx'
import { type FileOrder, orderFiles } from './file-order.ts'
import { MoveDialog } from './MoveDialog.tsx'
import { PurgeDialog } from './PurgeDialog.tsx'
import { RenameDialog } from './RenameDialog.tsx'
import { SaveTemplateDialog } from './SaveTemplateDialog.tsx'
import { ShortcutName } from './ShortcutName.tsx'
import { TagDialog } from './TagDialog.tsx'
import { UseTemplateDialog } from './UseTemplateDialog.tsx'
import { useFavorites } from './use-favorites.ts'

const orderKey = 'octavo-home-order'
const firstShown = 100

function readOrder(): Sorting<FileOrder> {
  return localStorage.getItem(orderKey) === 'name'
    ? { by: 'name', isDescending: false }
    : { by: 'updated', isDescending: true }
}

interface FileTableProps {
  files: readonly FileEntry[]
  label: string
  /** The location of each file, for lists that gather files from many folders. */
  hasPath?: boolean
  isArchive?: boolean
  isStale?: boolean
  /** Keeps the order of the rows, as for recently opened files. */
  isOrdered?: boolean
  /** Shows another time instead of the time of the last change. */
  time?: { label: string; of: (id: string) => string | undefined }
}

type Task =
  | { action: 'rename' | 'share' | 'tag' | 'saveTemplate' | 'useTemplate' | 'deleteWorkspace'; file: FileEntry }
  | { action: 'move' | 'link' | 'purge'; files: readonly FileEntry[] }
  | null

/** Lists files and folders, with actions on one or several of them. */
export function FileTable(props: FileTableProps) {
  const { files, label, hasPath = false, isArchive = false, isStale = false, isOrdered = false, time } = props
  const { t } = useTranslation('organization')
  const isAdmin = useSession()?.member.isAdmin ?? false
  const [sorting, setSorting] = useState(readOrder)
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const [task, setTask] = useState<Task>(null)
  const [shown, setShown] = useState(firstShown)
  const { archive, restore } = useFileMoves()
  const sorted = isOrdered ? [...files] : orderFiles(files, sorting)
  const rows = sorted.slice(0, shown)
  const chosen = sorted.filter(({ id }) => selection.has(id))
  const done = () => setSelection(new Set())

  const columns = useFileColumns({ hasPath, isArchive, isOrdered, time, rows, onTask: setTask })

  return (
    <>
      <Card>
        <SelectionBar count={chosen.length} onClear={done}>
          {isArchive ? (
            <>
              <Button onClick={() => void restore(chosen).then(done)}>
                <Reset className="size-4" /> {t('files.restore')}
              </Button>
              {isAdmin && (
                <Button onClick={() => setTask({ action: 'purge', files: chosen })}>
                  <Trash className="size-4" /> {t('archive.purge')}
                </Button>
              )}
            </>
          ) : (
            chosen.every(({ type }) => type !== 'workspace') &&
            chosen.some(({ permission }) => permission === 'edit') && (
              <>
                <Button onClick={() => setTask({ action: 'move', files: chosen })}>
                  <FolderInput className="size-4" /> {t('files.move')}
                </Button>
                <Button onClick={() => void archive(chosen).then(done)}>
                  <Archive className="size-4" /> {t('files.archive')}
                </Button>
              </>
            )
          )}
        </SelectionBar>
        <DraggedContext value={(file) => (selection.has(file.id) ? chosen : [file])}>
          <DataTable
            label={label}
            rows={rows}
            keyOf={({ id }) => id}
            nameOf={({ name }) => name}
            columns={columns}
            {...(isOrdered
              ? {}
              : {
                  sorting,
                  onSort: (next: Sorting<FileOrder>) => {
                    localStorage.setItem(orderKey, next.by)
                    setSorting(next)
                  },
                })}
            sortLabel={(name) => t('files.sortBy', { name })}
            selection={selection}
            onSelect={setSelection}
            selectLabel={(name) => t('files.select', { name })}
            selectAllLabel={t('files.selectAll')}
            isStale={isStale}
            onRowKey={(file, key) => {
              if (file.permission !== 'edit') return false
              if (key === 'Delete' && !isArchive && file.type !== 'workspace')
                void archive(chosen.length > 0 ? chosen : [file]).then(done)
              else if (key === 'F2' && !isArchive) setTask({ action: 'rename', file })
              else return false
              return true
            }}
            RowWrapper={isArchive ? undefined : FileRow}
          />
        </DraggedContext>
      </Card>
      {sorted.length > shown && (
        <div className="mt-3 flex justify-center">
          <Button onClick={() => setShown(shown + 4 * firstShown)}>
            {t('files.more', { count: sorted.length - shown })}
          </Button>
        </div>
      )}
      {task?.action === 'rename' && <RenameDialog file={task.file} onClose={() => setTask(null)} />}
      {task?.action === 'tag' && <TagDialog file={task.file} onClose={() => setTask(null)} />}
      {task?.action === 'useTemplate' && <UseTemplateDialog template={task.file} onClose={() => setTask(null)} />}
      {task?.action === 'saveTemplate' && <SaveTemplateDialog workbook={task.file} onClose={() => setTask(null)} />}
      {task?.action === 'share' && <AccessDialog target={task.file} onClose={() => setTask(null)} />}
      {task?.action === 'deleteWorkspace' && (
        <DeleteWorkspaceDialog workspace={task.file} onClose={() => setTask(null)} />
      )}
      {task?.action === 'purge' && <PurgeDialog files={task.files} onClose={() => setTask(null)} onPurged={done} />}
      {(task?.action === 'move' || task?.action === 'link') && (
        <MoveDialog
          files={task.files}
          action={task.action}
          onClose={() => setTask(null)}
          onDone={() => {
            setTask(null)
            done()
          }}
        />
      )}
    </>
  )
}

interface FileColumns extends Pick<FileTableProps, 'time'> {
  hasPath: boolean
  isArchive: boolean
  isOrdered: boolean
  rows: readonly FileEntry[]
  onTask: (task: Task) => void
}

function useFileColumns({ hasPath, isArchive, isOrdered, time, rows, onTask }: FileColumns) {
  const { t } = useTranslation('organization')
  const memberId = useSession()?.member.memberId
  const nameOf = useMemberNames(rows.map(({ ownerId }) => ownerId))
  const columns: TableColumn<FileEntry, FileOrder>[] = [
    {
      id: 'name',
      label: t('files.name'),
      ...(isOrdered ? {} : { sort: 'name' as const }),
      cell: (file) => <FileName file={file} onShare={() => onTask({ action: 'share', file })} />,
    },
    ...(hasPath
      ? [
          {
            id: 'location',
            label: t('files.location'),
            width: 180,
            className: 'hidden truncate text-muted xl:table-cell',
            cell: (file: FileEntry) => <span title={placeOf(file)}>{placeOf(file)}</span>,
          },
        ]
      : []),
    {
      id: 'owner',
      label: t('files.owner'),
      width: 140,
      className: 'hidden truncate text-muted md:table-cell',
      cell: (file) => (file.ownerId === memberId ? t('files.you') : nameOf(file.ownerId)),
    },
    {
      id: 'updated',
      label: time?.label ?? (isArchive ? t('files.archivedAt') : t('files.updated')),
      ...(isOrdered ? {} : { sort: 'updated' as const }),
      width: 128,
      className: 'hidden whitespace-nowrap text-muted sm:table-cell',
      cell: (file) => {
        const at = time?.of(file.id) ?? file.updatedAt
        return (
          <time dateTime={at} title={new Date(at).toLocaleString(localeName())}>
            {timeInWords(at, Date.now())}
          </time>
        )
      },
    },
    {
      id: 'menu',
      label: t('files.actions'),
      isBare: true,
      width: 56,
      className: '!py-0',
      cell: (file) => <FileMenu file={file} isArchive={isArchive} onTask={onTask} />,
    },
  ]
  return columns
}

/** The data of a drag that begins on a row. */
const DraggedContext = createContext<(file: FileEntry) => readonly FileEntry[]>((file) => [file])

/** A row that can be dragged if its file can be moved; a folder that accepts files is a place to drop them. */
function FileRow({ row, ...rest }: { row: FileEntry } & React.ComponentProps<'tr'>) {
  const draggedWith = useContext(DraggedContext)
  const isMovable = row.permission === 'edit' && row.type !== 'workspace'
  const { ref, ...drop } = useFileDrop(takesFiles(row) ? row : null, isMovable ? () => draggedWith(row) : undefined)
  return <tr {...rest} ref={ref} {...drop} onContextMenu={openOwnMenu} />
}

const icons: Partial<Record<FileEntry['type'], Icon>> = {
  workspace: Layers,
  folder: Folder,
  workbook: Notebook,
  template: LayoutTemplate,
  'data-model': Database,
  dataset: Database,
  symlink: Shortcut,
}

const placeOf = (file: FileEntry) => file.path.replaceAll('/', ' / ')

function FileName({ file, onShare }: { file: FileEntry; onShare: () => void }) {
  const { t } = useTranslation('organization')
  const org = useSession()?.organization.slug ?? ''
  const FileIcon = icons[file.type] ?? Notebook
  const isOpenable = !file.isArchived
  const look = 'block max-w-full truncate rounded-sm text-left font-medium hover:underline'
  return (
    <span className="flex min-w-0 items-center gap-3">
      <FileIcon className="shrink-0 text-muted" />
      <span className="min-w-0 grow">
        {isOpenable && opensAsWorkbook(file) ? (
          <Link {...workbookAddress(org, file.name, file.urlId)} data-row-main draggable={false} className={look}>
            {file.name}
          </Link>
        ) : isOpenable && file.type === 'data-model' ? (
          <Link {...dataModelAddress(org, file.name, file.urlId)} data-row-main draggable={false} className={look}>
            {file.name}
          </Link>
        ) : isOpenable && file.type === 'dataset' ? (
          <Link {...datasetAddress(org, file.name, file.urlId)} data-row-main draggable={false} className={look}>
            {file.name}
          </Link>
        ) : isOpenable && isHolder(file) ? (
          <Link to="/folder/$urlId" params={{ urlId: file.urlId }} data-row-main draggable={false} className={look}>
            {file.name}
          </Link>
        ) : isOpenable && file.type === 'symlink' ? (
          <ShortcutName file={file} className={look} />
        ) : isOpenable ? (
          <button type="button" data-row-main className={look} title={t('sharing.whoHasAccess')} onClick={onShare}>
            {file.name}
          </button>
        ) : (
          <span className={look}>{file.name}</span>
        )}
        {file.description && <span className="block truncate text-xs text-muted">{file.description}</span>}
      </span>
      {file.badge && <FileBadge badge={file.badge} />}
      {!file.isArchived && <FavoriteButton file={file} />}
    </span>
  )
}

function FileMenu({ file, isArchive, onTask }: { file: FileEntry; isArchive: boolean; onTask: (task: Task) => void }) {
  const { t } = useTranslation('organization')
  const { archive, restore } = useFileMoves()
  const { isFavorite, toggle } = useFavorites()
  const may = useMay()
  const mayCreate = may('edit-workbooks')
  const isAdmin = useSession()?.member.isAdmin ?? false
  const mayEdit = file.permission === 'edit'
  if (isArchive && !mayEdit) return null
  return (
    <Menu
      label={t('files.menu', { name: file.name })}
      trigger={<Ellipsis className="size-4" />}
      hasTooltip
      triggerClass={buttonLook('quiet', true)}
    >
      {isArchive ? (
        <>
          <MenuItem onSelect={() => void restore([file])}>
            <Reset /> {t('files.restore')}
          </MenuItem>
          {isAdmin && (
            <>
              <MenuSeparator />
              <MenuItem isDanger onSelect={() => onTask({ action: 'purge', files: [file] })}>
                <Trash /> {t('archive.purge')}
              </MenuItem>
            </>
          )}
        </>
      ) : (
        <>
          {file.type === 'template' && mayCreate && (
            <MenuItem onSelect={() => onTask({ action: 'useTemplate', file })}>
              <Plus /> {t('templates.use')}
            </MenuItem>
          )}
          <MenuItem onSelect={() => onTask({ action: 'share', file })}>
            <Share /> {t('sharing.open')}
          </MenuItem>
          <MenuItem onSelect={() => void toggle(file)}>
            <Star /> {isFavorite(file.id) ? t('favorites.remove') : t('favorites.add')}
          </MenuItem>
          {file.type === 'workbook' && mayCreate && (
            <MenuItem onSelect={() => onTask({ action: 'saveTemplate', file })}>
              <LayoutTemplate /> {t('templates.save')}
            </MenuItem>
          )}
          {file.type !== 'symlink' && file.type !== 'template' && (
            <MenuItem onSelect={() => onTask({ action: 'link', files: [file] })}>
              <Shortcut /> {t('files.link')}
            </MenuItem>
          )}
          {mayEdit && (
            <>
              {isTaggable(file) && may('apply-tags') && (
                <MenuItem onSelect={() => onTask({ action: 'tag', file })}>
                  <Tag /> {t('tagging.open')}
                </MenuItem>
              )}
              <MenuItem onSelect={() => onTask({ action: 'rename', file })}>
                <Pencil /> {t('files.rename')}
              </MenuItem>
              {file.type === 'workspace' && (
                <>
                  <MenuSeparator />
                  <MenuItem isDanger onSelect={() => onTask({ action: 'deleteWorkspace', file })}>
                    <Trash /> {t('workspaces.delete')}
                  </MenuItem>
                </>
              )}
              {file.type !== 'workspace' && (
                <>
                  <MenuItem onSelect={() => onTask({ action: 'move', files: [file] })}>
                    <FolderInput /> {t('files.move')}
                  </MenuItem>
                  <MenuSeparator />
                  <MenuItem onSelect={() => void archive([file])}>
                    <Archive /> {t('files.archive')}
                  </MenuItem>
                </>
              )}
            </>
          )}
        </>
      )}
    </Menu>
  )
}

const isTaggable = (file: FileEntry) => opensAsWorkbook(file) || file.type === 'data-model'

function FileBadge({ badge }: { badge: string }) {
  return <Badge tone={badge === 'Endorsed' ? 'accent' : badge === 'Warning' ? 'warning' : 'plain'}>{badge}</Badge>
}

/** A star, always visible for favorites, and for other files while the row is hovered or has the focus. */
function FavoriteButton({ file }: { file: FileEntry }) {
  const { t } = useTranslation('organization')
  const { isFavorite, toggle } = useFavorites()
  const isMarked = isFavorite(file.id)
  return (
    <button
      type="button"
      aria-label={t('favorites.mark', { name: file.name })}
      aria-pressed={isMarked}
      className={classNames(
        'grid size-7 shrink-0 place-items-center rounded-md hover:bg-pressed focus-visible:opacity-100',
        isMarked
          ? 'text-accent-text'
          : 'text-faint opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 max-sm:hidden',
      )}
      onClick={() => void toggle(file)}
    >
      <Star className={classNames('size-4', isMarked && 'fill-current')} />
    </button>
  )
}
