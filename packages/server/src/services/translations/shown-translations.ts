import type { PageDataEvent } from '@octavo/core/contract'
import { type Phrases, translateDocument, type WorkbookDocument } from '@octavo/core/document'
import type { Translations } from './translations.ts'

/** The locale and variant that a request names. */
export interface Language {
  lng?: string | undefined
  lng_variant?: string | undefined
}

/** Translations of a locale for a document; empty where it has none, or none is named. */
export function phrasesFor(
  translations: Translations,
  { organizationId, documentId }: { organizationId: string; documentId: string },
  { lng, lng_variant: variant }: Language,
): Promise<Phrases> {
  if (lng === undefined || lng === '') return Promise.resolve(new Map())
  return translations.phrasesOf(organizationId, documentId, { lng, variant })
}

/** A document for showing to its readers, formulas as they are. */
export const translatedDocument = (document: WorkbookDocument, phrases: Phrases): WorkbookDocument =>
  translateDocument(translateDocument(document, phrases, 'dynamic'), phrases, 'plain')

/** Names of columns as a translated document has them. */
export async function* translatedEvents(
  events: AsyncIterable<PageDataEvent>,
  phrases: Phrases,
): AsyncGenerator<PageDataEvent> {
  const named = <Column extends { name: string }>(column: Column) => ({
    ...column,
    name: phrases.get(column.name) ?? column.name,
  })
  for await (const event of events) {
    if (event.event !== 'schema' || phrases.size === 0) yield event
    else {
      const errors = Object.entries(event.columnErrors ?? {}).map(([id, columns]) => [id, columns.map(named)])
      yield {
        ...event,
        columns: event.columns.map(named),
        ...(event.columnErrors ? { columnErrors: Object.fromEntries(errors) } : {}),
      }
    }
  }
}
