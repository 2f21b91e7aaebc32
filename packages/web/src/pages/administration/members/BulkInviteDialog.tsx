import type { Member } from '@octavo/core/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge, Field, Remark, Select, TextArea } from '../../../forms/index.ts'
import {
  Button,
  buttonLook,
  CircleAlert,
  CircleCheck,
  copyText,
  Dialog,
  Download,
  notify,
  Upload,
} from '../../../ui/index.ts'
import { listAll } from '../../data/list-all.ts'
import { teamsQuery } from '../../data/people.ts'
import { textOfFile } from '../../data/text-of-file.ts'
import { inviteAll, type InvitationOutcome as Results } from './invite-all.ts'
import { type InvitationLine, type LineProblem, parseInvitations } from './parse-invitations.ts'

interface BulkInviteDialogProps {
  types: readonly string[]
  onClose: () => void
}

/** Only some members of a large organization; the server reports other duplicates when the invitations are sent. */
const knownMembersQuery = queryOptions({
  queryKey: ['members', 'known'],
  queryFn: ({ signal }) =>
    listAll<Member>('/v2.1/members', { signal, query: { includeArchived: true, includeInactive: true } }),
})

/** Invites many new members from a pasted list or a file. Nothing is sent before every line was checked. */
export function BulkInviteDialog({ types, onClose }: BulkInviteDialogProps) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const teams = useQuery(teamsQuery)
  const members = useQuery(knownMembersQuery)
  const [text, setText] = useState('')
  const [defaultType, setDefaultType] = useState('View')
  const [isPreview, setPreview] = useState(false)
  const [progress, setProgress] = useState<{ finished: number; all: number }>()
  const [results, setResults] = useState<Results>()
  const later = useDeferredValue(text)
  const known = useMemo(
    () => new Map(members.data?.entries.map(({ email, status }) => [email.toLowerCase(), status === 'deactivated'])),
    [members.data],
  )
  const lines = useMemo(
    () => parseInvitations(later, { defaultType, types, teams: teams.data?.entries ?? [], members: known }),
    [later, defaultType, types, teams.data, known],
  )
  const good = lines.filter(({ problems }) => problems.length === 0)
  const bad = lines.length - good.length

  async function send(wanted: readonly InvitationLine[], before?: Results) {
    setProgress({ finished: 0, all: wanted.length })
    const outcome = await inviteAll(wanted, (finished) => setProgress({ finished, all: wanted.length }))
    await queries.invalidateQueries({ queryKey: ['members'] })
    setProgress(undefined)
    setResults({ done: [...(before?.done ?? []), ...outcome.done], failed: outcome.failed })
  }

  async function readFile(file: File | undefined) {
    if (!file) return
    setText(await textOfFile(file))
    setPreview(true)
  }

  if (results) return <ResultsDialog results={results} onAgain={send} onClose={onClose} progress={progress} />
  return (
    <Dialog
      title={t('bulk.title')}
      description={isPreview ? t('bulk.previewLead') : t('bulk.lead')}
      isOpen
      isFlush
      onClose={onClose}
      closeLabel={t('common.close', { ns: 'translation' })}
      actions={
        isPreview ? (
          <>
            <Button className="mr-auto" onClick={() => setPreview(false)} disabled={progress !== undefined}>
              {t('common.back')}
            </Button>
            <span aria-live="polite" className="text-muted">
              {progress
                ? t('bulk.progress', progress)
                : bad > 0
                  ? t('bulk.leftOut', { count: bad })
                  : t('bulk.allGood')}
            </span>
            <Button
              look="primary"
              disabled={good.length === 0 || progress !== undefined}
              onClick={() => void send(good)}
            >
              {t('bulk.send', { count: good.length })}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('common.cancel', { ns: 'translation' })}</Button>
            <Button look="primary" disabled={lines.length === 0} onClick={() => setPreview(true)}>
              {lines.length === 0 ? t('bulk.checkNone') : t('bulk.check', { count: lines.length })}
            </Button>
          </>
        )
      }
    >
      {isPreview ? (
        <Preview lines={lines} />
      ) : (
        <fieldset
          aria-label={t('bulk.list')}
          className="flex min-w-0 flex-col gap-4 px-6 py-4"
          onDragOver={(event: DragEvent) => event.preventDefault()}
          onDrop={(event: DragEvent) => {
            event.preventDefault()
            void readFile(event.dataTransfer.files[0])
          }}
        >
          <TextArea
            label={t('bulk.list')}
            value={text}
            onChange={setText}
            rows={10}
            spellCheck={false}
            placeholder={t('bulk.placeholder')}
            className="font-mono text-xs whitespace-pre"
            hint={t('bulk.hint')}
          />
          <div className="flex flex-wrap items-end gap-4">
            <label
              className={`${buttonLook()} h-9 cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-focus`}
            >
              <Upload className="size-4" /> {t('bulk.file')}
              <input
                type="file"
                accept=".csv,.tsv,.txt,text/csv,text/plain"
                className="sr-only"
                onChange={(event) => void readFile(event.target.files?.[0])}
              />
            </label>
            <Field label={t('bulk.defaultType')} className="w-72 max-w-full">
              {({ id }) => (
                <Select
                  id={id}
                  value={defaultType}
                  onChange={setDefaultType}
                  options={types.map((name) => ({ value: name, label: name }))}
                />
              )}
            </Field>
          </div>
        </fieldset>
      )}
    </Dialog>
  )
}

const mostShown = 500

function Preview({ lines }: { lines: readonly InvitationLine[] }) {
  const { t } = useTranslation('organization')
  // Lines with problems come first, because they need attention.
  const ordered = [...lines].sort((left, right) => Number(right.problems.length > 0) - Number(left.problems.length > 0))
  return (
    <>
      <table className="w-full text-left" aria-label={t('bulk.preview')}>
        <thead className="sticky top-0 bg-sunken text-xs text-muted">
          <tr>
            <th scope="col" className="py-1.5 pr-3 pl-5 text-right font-medium">
              {t('bulk.line')}
            </th>
            <th scope="col" className="px-3 py-1.5 font-medium">
              {t('bulk.person')}
            </th>
            <th scope="col" className="px-3 py-1.5 font-medium max-sm:hidden">
              {t('members.accountType')}
            </th>
            <th scope="col" className="py-1.5 pr-5 pl-3 font-medium">
              {t('bulk.state')}
            </th>
          </tr>
        </thead>
        <tbody>
          {ordered.slice(0, mostShown).map((line) => (
            <tr key={`${line.line} ${line.email}`} className="border-t border-line align-top">
              <td className="py-2 pr-3 pl-5 text-right text-faint tabular">{line.line}</td>
              <td className="max-w-60 px-3 py-2 max-sm:max-w-30">
                <span className="block truncate font-medium">{line.email || '–'}</span>
                <span className="block truncate text-xs text-muted">
                  {[`${line.firstName} ${line.lastName}`.trim(), ...line.teams.map(({ name }) => name)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </td>
              <td className="px-3 py-2 max-sm:hidden">
                {line.memberType} {line.userKind === 'guest' && <Badge>{t('members.kind.guest')}</Badge>}
              </td>
              <td className="py-2 pr-5 pl-3">
                {line.problems.length === 0 ? (
                  <span className="flex items-center gap-1.5 text-accent-text">
                    <CircleCheck className="size-4 shrink-0" /> {t('bulk.ready')}
                  </span>
                ) : (
                  <ul className="flex flex-col gap-0.5 text-danger">
                    {line.problems.map((problem) => (
                      <li key={JSON.stringify(problem)} className="flex items-start gap-1.5">
                        <CircleAlert className="mt-0.5 size-4 shrink-0" /> <ProblemText problem={problem} />
                      </li>
                    ))}
                  </ul>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > mostShown && (
        <p className="border-t border-line px-6 py-2 text-xs text-muted">
          {t('bulk.notShown', { count: lines.length - mostShown })}
        </p>
      )}
    </>
  )
}

function ProblemText({ problem }: { problem: LineProblem }) {
  const { t } = useTranslation('organization')
  switch (problem.code) {
    case 'badEmail':
      return t('bulk.problem.badEmail', { email: problem.email })
    case 'repeated':
      return t('bulk.problem.repeated', { line: problem.line })
    case 'unknownType':
    case 'unknownTeam':
    case 'unknownKind':
      return t(`bulk.problem.${problem.code}`, { name: problem.name })
    default:
      return t(`bulk.problem.${problem.code}`)
  }
}

interface ResultsDialogProps {
  results: Results
  progress: { finished: number; all: number } | undefined
  onAgain: (lines: readonly InvitationLine[], before: Results) => Promise<void>
  onClose: () => void
}

function ResultsDialog({ results, progress, onAgain, onClose }: ResultsDialogProps) {
  const { t } = useTranslation('organization')
  const { done, failed } = results
  const links = done.flatMap(({ answer }) => (answer.invitation ? [`${answer.email}\t${answer.invitation.url}`] : []))
  async function copyLinks() {
    const isCopied = await copyText(links.join('\n'))
    notify(
      isCopied
        ? { title: t('bulk.linksCopied', { count: links.length }), tone: 'done' }
        : { title: t('common.copyFailed'), tone: 'danger' },
    )
  }
  return (
    <Dialog
      title={t('bulk.resultTitle', { done: done.length, all: done.length + failed.length })}
      isOpen
      isFlush
      onClose={onClose}
      closeLabel={t('common.close', { ns: 'translation' })}
      actions={
        <>
          {links.length > 0 && (
            <span className="mr-auto flex gap-2">
              <Button onClick={() => void copyLinks()}>{t('bulk.copyLinks', { count: links.length })}</Button>
              <a
                className={buttonLook('quiet')}
                download="invitations.csv"
                href={`data:text/csv;charset=utf-8,${encodeURIComponent(csvOf(done))}`}
              >
                <Download className="size-4" /> {t('bulk.downloadLinks')}
              </a>
            </span>
          )}
          {failed.length > 0 && (
            <Button
              disabled={progress !== undefined}
              onClick={() =>
                void onAgain(
                  failed.map(({ item }) => item),
                  results,
                )
              }
            >
              {progress ? t('bulk.progress', progress) : t('files.tryAgain', { count: failed.length })}
            </Button>
          )}
          <Button look="primary" onClick={onClose} data-first-focus>
            {t('common.done')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 px-6 py-4">
        {failed.length > 0 && <Remark tone="warning">{t('bulk.failed', { count: failed.length })}</Remark>}
        {links.length > 0 && <p className="text-muted">{t('bulk.linksText')}</p>}
        <ul className="divide-y divide-line rounded-md border border-line">
          {failed.map(({ item, failure }) => (
            <li key={item.email} className="flex items-start gap-2.5 px-3 py-2">
              <CircleAlert className="mt-0.5 size-4 shrink-0 text-danger" />
              <span className="min-w-0">
                <span className="block font-medium">{t('bulk.lineOf', { line: item.line, email: item.email })}</span>
                <span className="block text-muted">{[failure.message, failure.hint].filter(Boolean).join(' ')}</span>
              </span>
            </li>
          ))}
          {done.slice(0, mostShown).map(({ item, answer }) => (
            <li key={item.email} className="flex items-center gap-2.5 px-3 py-2">
              <CircleCheck className="size-4 shrink-0 text-accent-text" />
              <span className="min-w-0 grow truncate">{item.email}</span>
              <span className="text-xs text-muted">{answer.invitation ? t('bulk.hasLink') : t('bulk.mailed')}</span>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

function csvOf(done: Results['done']): string {
  const rows = done.map(({ answer }) => [answer.email, answer.invitation?.url ?? ''])
  return [['email', 'link'], ...rows].map((cells) => cells.map(quote).join(',')).join('\r\n')
}

/** A cell that a spreadsheet reads as text, never as a formula. */
function quote(cell: string): string {
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return `"${safe.replaceAll('"', '""')}"`
}
