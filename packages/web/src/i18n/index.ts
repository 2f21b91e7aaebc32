import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type account from './account.json'
import type actions from './actions.json'
import type changeSource from './change-source.json'
import type columns from './columns.json'
import type comments from './comments.json'
import type connectors from './connectors.json'
import type dates from './dates.json'
import type editor from './editor.json'
import type embeds from './embeds.json'
import en from './en.json' with { type: 'json' }
import type explore from './explore.json'
import type find from './find.json'
import type forms from './forms.json'
import type formulas from './formulas.json'
import type further from './further.json'
import type history from './history.json'
import type inputTables from './input-tables.json'
import type inspectors from './inspectors.json'
import type join from './join.json'
import type lineage from './lineage.json'
import type looks from './looks.json'
import type maps from './maps.json'
import type materialization from './materialization.json'
import type models from './models.json'
import type organization from './organization.json'
import type schedules from './schedules.json'
import type sql from './sql.json'
import type transpose from './transpose.json'
import type union from './union.json'
import type uploads from './uploads.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: {
      translation: typeof en
      account: typeof account
      changeSource: typeof changeSource
      columns: typeof columns
      actions: typeof actions
      dates: typeof dates
      editor: typeof editor
      explore: typeof explore
      find: typeof find
      history: typeof history
      further: typeof further
      forms: typeof forms
      inspectors: typeof inspectors
      looks: typeof looks
      formulas: typeof formulas
      join: typeof join
      lineage: typeof lineage
      maps: typeof maps
      models: typeof models
      organization: typeof organization
      comments: typeof comments
      connectors: typeof connectors
      materialization: typeof materialization
      schedules: typeof schedules
      embeds: typeof embeds
      sql: typeof sql
      transpose: typeof transpose
      union: typeof union
      inputTables: typeof inputTables
      uploads: typeof uploads
    }
  }
}

/** The words of the app. React escapes what it shows, so i18next must not escape a second time. */
export const i18n = i18next.createInstance({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false },
})
void i18n.use(initReactI18next).init()
