import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { OpenPageProvider, usePausedActions } from '../editor/index.ts'
import { Pause } from '../forms/index.ts'
import { useSession } from '../session.ts'
import {
  Button,
  buttonLook,
  Calendar,
  ChevronDown,
  Copy,
  Download,
  Ellipsis,
  Mail,
  Menu,
  MenuGroup,
  MenuItem,
  MenuSeparator,
  Pencil,
  RefreshCw,
  Submenu,
  Users,
} from '../ui/index.ts'
import { ExportsTray } from './ExportsTray.tsx'
import { PauseActionsItems } from './editor/PauseActions.tsx'
import type { ReaderActionsProps } from './reader-actions-props.ts'
import { SavedViews } from './SavedViews.tsx'

/** The menus in the bar of a workbook: exports, and on a phone all commands. */
export function ReaderMenu({ part, ...props }: ReaderActionsProps & { part: 'export' | 'phone' }) {
  const { views } = props
  if (part === 'phone') {
    return views ? (
      <SavedViews views={views}>{(items) => <PhoneMenu {...props} viewItems={items} />}</SavedViews>
    ) : (
      <PhoneMenu {...props} />
    )
  }
  return (
    <>
      {views && <SavedViews views={views}>{(items) => <ViewsMenu items={items} />}</SavedViews>}
      <CommentsButton {...props} />
      <ExportMenu {...props} />
      {props.paused && (
        <OpenPageProvider value={props.paused}>
          <PauseMenu />
        </OpenPageProvider>
      )}
      <ExportsTray />
    </>
  )
}

/** Pauses all actions of the workbook while it is open here; the icon shows when some are paused. */
function PauseMenu() {
  const { t } = useTranslation()
  const [extent] = usePausedActions((all) => all.extent())
  return (
    <Menu
      label={t('workbook.more')}
      triggerClass={`${buttonLook('quiet', true)} max-sm:hidden`}
      trigger={extent === 'none' ? <Ellipsis className="size-4" /> : <Pause className="size-4" />}
    >
      <PauseActionsItems />
    </Menu>
  )
}

function ViewsMenu({ items }: { items: ReactNode }) {
  const { t } = useTranslation('looks')
  return (
    <Menu
      label={t('views.title')}
      triggerClass={`${buttonLook('quiet')} max-lg:hidden`}
      trigger={
        <>
          {t('views.title')}
          <ChevronDown />
        </>
      }
    >
      {items}
    </Menu>
  )
}

function CommentsButton({ onComments }: ReaderActionsProps) {
  const { t } = useTranslation()
  return (
    <Button look="quiet" className="max-sm:hidden" onClick={onComments}>
      {t('workbook.comments')}
    </Button>
  )
}

function ExportMenu({ exports, onPdf, onPng, onSend, onSchedule, onSaveTemplate }: ReaderActionsProps) {
  const { t } = useTranslation()
  const maySchedule = useMaySchedule()
  const maySend = useMaySend()
  if (exports.length === 0 && !onPdf && !maySend && !maySchedule && !onSaveTemplate) return null
  return (
    <Menu
      label={t('workbook.export')}
      triggerClass={`${buttonLook('quiet')} max-sm:hidden`}
      trigger={
        <>
          {t('workbook.export')}
          <ChevronDown />
        </>
      }
    >
      {onPdf && (
        <MenuItem onSelect={onPdf}>
          <Download /> {t('workbook.exportPdf')}
        </MenuItem>
      )}
      {onPng && (
        <MenuItem onSelect={onPng}>
          <Download /> {t('workbook.exportPng')}
        </MenuItem>
      )}
      {exports.length > 0 && (
        <MenuGroup label={t('workbook.exportRows')}>
          {exports.map(({ id, name, run }) => (
            <MenuItem key={id} onSelect={run}>
              <Download /> <span className="truncate">{name}</span>
            </MenuItem>
          ))}
        </MenuGroup>
      )}
      {exports.length > 0 && (maySend || maySchedule) && <MenuSeparator />}
      {maySend && (
        <MenuItem onSelect={onSend}>
          <Mail /> {t('workbook.send')}
        </MenuItem>
      )}
      {maySchedule && (
        <MenuItem onSelect={onSchedule}>
          <Calendar /> {t('workbook.schedule')}
        </MenuItem>
      )}
      {onSaveTemplate && (
        <MenuItem onSelect={onSaveTemplate}>
          <Copy /> {t('workbook.saveTemplate')}
        </MenuItem>
      )}
    </Menu>
  )
}

function PhoneMenu(props: ReaderActionsProps & { viewItems?: ReactNode }) {
  const { file, paused, onRefresh, onShare, onSend, onSchedule, onComments, onSaveTemplate } = props
  const { t } = useTranslation()
  const looks = useTranslation('looks').t
  const maySchedule = useMaySchedule()
  const maySend = useMaySend()
  return (
    <Menu
      label={t('workbook.more')}
      triggerClass={`${buttonLook('quiet', true)} sm:hidden`}
      trigger={<Ellipsis className="size-4" />}
    >
      <MenuItem onSelect={onRefresh}>
        <RefreshCw /> {t('workbook.refresh')}
      </MenuItem>
      {props.viewItems && <Submenu label={looks('views.title')}>{props.viewItems}</Submenu>}
      <MenuItem onSelect={onComments}>
        <Pencil /> {t('workbook.comments')}
      </MenuItem>
      {file && (
        <MenuItem onSelect={onShare}>
          <Users /> {t('workbook.share')}
        </MenuItem>
      )}
      {maySend && (
        <MenuItem onSelect={onSend}>
          <Mail /> {t('workbook.send')}
        </MenuItem>
      )}
      {maySchedule && (
        <MenuItem onSelect={onSchedule}>
          <Calendar /> {t('workbook.schedule')}
        </MenuItem>
      )}
      {onSaveTemplate && (
        <MenuItem onSelect={onSaveTemplate}>
          <Copy /> {t('workbook.saveTemplate')}
        </MenuItem>
      )}
      {paused && (
        <OpenPageProvider value={paused}>
          <PauseActionsItems />
        </OpenPageProvider>
      )}
    </Menu>
  )
}

function useMaySchedule(): boolean {
  const session = useSession()
  if (!session || session.viewAs) return false
  return session.member.isAdmin || session.member.permissions.includes('schedule-exports')
}

/** The ways of sending that the account type allows: mail, webhook, Slack and cloud storage. */
function useMaySend(): boolean {
  const session = useSession()
  if (!session || session.viewAs) return false
  const { isAdmin, permissions } = session.member
  const sending = ['export-to-email', 'export-to-webhook', 'export-to-slack', 'export-to-cloud'] as const
  return isAdmin || sending.some((permission) => permissions.includes(permission))
}
