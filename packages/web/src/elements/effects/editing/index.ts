import type { EffectName } from '@octavo/core/document'
import { callApiEditor } from '../call-api/Fields.tsx'
import { callStoredProcedureEditor } from '../call-stored-procedure/Fields.tsx'
import { clearControlEditor } from '../clear-control/Fields.tsx'
import { closeOverlayEditor } from '../close-overlay/editor.ts'
import { deleteRowsEditor } from '../delete-rows/Fields.tsx'
import { generateIframeEventEditor } from '../generate-iframe-event/Fields.tsx'
import { insertRowsEditor } from '../insert-rows/Fields.tsx'
import { modifyElementEditor } from '../modify-element/Fields.tsx'
import { navigateEditor } from '../navigate/Fields.tsx'
import { notifyAndExportEditor } from '../notify-and-export/Fields.tsx'
import { openDocumentEditor } from '../open-document/Fields.tsx'
import { openOverlayEditor } from '../open-overlay/Fields.tsx'
import { openUrlEditor } from '../open-url/Fields.tsx'
import { refreshElementEditor } from '../refresh-element/Fields.tsx'
import { selectTabEditor } from '../select-tab/Fields.tsx'
import { setControlValueEditor } from '../set-control-value/Fields.tsx'
import { updateRowsEditor } from '../update-rows/Fields.tsx'
import type { EffectEditor } from './effect-editor.ts'

/** How each effect is made and changed in the panel, in the order in which they are offered. */
export const effectEditors = {
  'open-overlay': openOverlayEditor,
  'close-overlay': closeOverlayEditor,
  'select-tab': selectTabEditor,
  navigate: navigateEditor,
  'open-url': openUrlEditor,
  'open-document': openDocumentEditor,
  'set-control-value': setControlValueEditor,
  'clear-control': clearControlEditor,
  'modify-element': modifyElementEditor,
  'refresh-element': refreshElementEditor,
  'insert-rows': insertRowsEditor,
  'update-rows': updateRowsEditor,
  'delete-rows': deleteRowsEditor,
  'call-stored-procedure': callStoredProcedureEditor,
  'call-api': callApiEditor,
  'notify-and-export': notifyAndExportEditor,
  'generate-iframe-event': generateIframeEventEditor,
} satisfies Record<EffectName, EffectEditor>

export const effectNames = Object.keys(effectEditors) as EffectName[]
