import { themeOnBackground } from '@octavo/core/display'
import { type DocumentOverlay, overlayColor } from '@octavo/core/document'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { type OpenPage, OpenPageProvider, type PageData, useOpenPage } from '../editor/index.ts'
import { actionsOf } from '../elements/effects/index.ts'
import { runActions } from '../elements/run-actions.ts'
import { useEffectHost } from '../elements/use-effects.ts'
import { Drawer } from '../forms/index.ts'
import { Button, Dialog, type Ground } from '../ui/index.ts'
import { openPageData } from './open-page-data.ts'
import { PageGrid } from './PageGrid.tsx'

/** The modals, drawers and popovers that are open over the page, the topmost last. */
export function Overlays() {
  const { document, state } = useOpenPage()
  const open = useSyncExternalStore(state.subscribe, state.openOverlays)
  return open.flatMap((id) => {
    const overlay = document.overlays.find((each) => each.id === id)
    return overlay ? [<Overlay key={id} overlay={overlay} />] : []
  })
}

const sizes = { 'x-small': 'confirm', small: 'form', medium: 'wide', large: 'wide', 'x-large': 'picker' } as const

const drawerWidths = { 'x-small': 360, small: 480, medium: 640, large: 800, 'x-large': 960 } as const

function Overlay({ overlay }: { overlay: DocumentOverlay }) {
  const { t } = useTranslation()
  const page = useOpenPage()
  const host = useEffectHost(overlay.id)
  const data = useOverlayData(overlay, page)
  const open = useMemo(() => ({ ...page, data }), [page, data])
  const config = configOf(overlay)
  const ground = groundOf(overlay)
  const close = () => {
    page.state.closeOverlay(overlay.id)
    runActions(actionsOf(overlay.actions, 'on-close'), host)
  }
  const press = (which: 'primary' | 'secondary') =>
    runActions(actionsOf(overlay.actions, `on-${which}-cta-click`), host)
  const content = (
    <OpenPageProvider value={open}>
      <PageGrid document={page.document} page={overlay} isNarrow={false} />
    </OpenPageProvider>
  )
  if (overlay.type === 'drawer') {
    return (
      <Drawer
        title={config.title}
        isOpen
        onClose={close}
        closeLabel={t('common.close')}
        width={drawerWidths[config.width as keyof typeof drawerWidths] ?? 480}
        side={config.isAtStart ? 'left' : 'right'}
        hasNoClose={config.hasNoClose}
        hasNoShadow={config.hasNoShadow}
        ground={ground}
      >
        {content}
      </Drawer>
    )
  }
  return (
    <Dialog
      size={overlay.type === 'popover' ? 'form' : (sizes[config.width as keyof typeof sizes] ?? 'form')}
      title={config.title}
      isOpen
      isFlush
      hasNoClose={config.hasNoClose}
      ground={ground}
      onClose={close}
      closeLabel={t('common.close')}
      {...(config.primary || config.secondary
        ? {
            actions: (
              <>
                {config.secondary && <Button onClick={() => press('secondary')}>{config.secondary}</Button>}
                {config.primary && (
                  <Button look="primary" onClick={() => press('primary')}>
                    {config.primary}
                  </Button>
                )}
              </>
            ),
          }
        : {})}
    >
      {content}
    </Dialog>
  )
}

/** The data of an overlay, with the present values of the controls of the page. */
function useOverlayData(overlay: DocumentOverlay, page: OpenPage): PageData {
  const { workbookId, document, isDraft, seenAs, view, isEmbed, language, modifications, controlTexts } = page
  const data = useMemo(
    () => openPageData(workbookId, document, overlay, { isDraft, seenAs, view, isEmbed, language, modifications }),
    [workbookId, document, overlay, isDraft, seenAs, view, isEmbed, language, modifications],
  )
  useEffect(() => {
    data.load({ ...controlTexts })
    return () => data.dispose()
  }, [data, controlTexts])
  return data
}

/** The frame has the color of the overlay too; undefined where the author chose none. */
function groundOf(overlay: DocumentOverlay): Ground | undefined {
  const color = overlayColor(overlay)
  const theme = themeOnBackground(color)
  return color && theme ? { color, theme } : undefined
}

/** Title, width and buttons of an overlay; its fields are read with care. */
function configOf(overlay: DocumentOverlay) {
  const config = recordOf(overlay[overlay.type])
  const header = recordOf(config.header)
  const footer = recordOf(config.footer)
  const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  const buttonOf = (value: unknown, word: string) => {
    const { visible, text } = recordOf(value)
    return value === undefined || visible === 'hidden' ? undefined : (textOf(text) ?? word)
  }
  return {
    title: textOf(header.title) ?? overlay.name,
    width: textOf(config.width) ?? 'small',
    hasNoClose: header.showCloseIcon === 'hidden',
    isAtStart: config.position === 'start' || config.position === 'left',
    hasNoShadow: config.showShadow === 'hidden',
    primary: buttonOf(footer.primaryCta, 'Primary'),
    secondary: buttonOf(footer.secondaryCta, 'Secondary'),
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
