import { expect, test } from 'vitest'
import { importCircles } from '../scripts/import-circles.ts'
import { longFunctions, sourcesOf } from '../scripts/long-functions.ts'

/**
 * Functions with more than 60 lines, with how many: the lists only get shorter (`node scripts/long-functions.ts core` prints one).
 * A table of data that a function returns and the markup of a component do not count: both read best in one piece.
 */
const longerForNow: Readonly<Record<'server' | 'core' | 'web', Readonly<Record<string, number>>>> = {
  server: {},
  core: {
    'chart/cartesian.ts cartesianDrawing': 80,
    'chart/line-series.ts lineSeries': 73,
    'chart/treemap.ts treemapDrawing': 62,
    'display/pivot-lines.ts linesOf': 91,
    'display/pivot-view.ts pivotView': 107,
    'document/check-actions.ts checkEffects': 86,
    'document/check-actions.ts walk': 65,
    'document/check-layout.ts checkLayout': 63,
    'document/check-schema.ts checkSchema': 74,
    'document/codecs/form-c.ts readFormC': 72,
    'document/edits/apply-edits.ts set': 71,
    'document/formula-fields.ts formulaFields': 79,
    'formula/assist/place.ts placeAt': 93,
    'formula/lexer.ts tokenize': 81,
    'formula/words/ansi.ts ansiWords': 155,
    'formula/words/mysql.ts mysqlWords': 145,
    'plan/analyse/analyse-element.ts analyseElement': 65,
    'plan/analyse/controls.ts controlFilter': 69,
    'plan/analyse/union-source.ts unionSource': 70,
    'plan/passes/prune-columns.ts needsOf': 88,
    'plan/passes/push-down-filters.ts build': 70,
    'plan/stage/flat-pivot.ts flatWithLines': 62,
    'plan/stage/lookup-relations.ts lookup': 72,
    'sql/dialects/mysql.ts mysqlDialect': 78,
  },
  web: {
    'elements/pivot-table/PivotContent.tsx PivotContent': 76,
    'elements/table/TableContent.tsx TableContent': 82,
    'elements/table/columns/EditedGrid.tsx EditedGrid': 78,
    'elements/table/columns/column-gestures.ts columnGestures': 230,
    'elements/text/TextEditor.tsx TextToolbar': 90,
    'forms/DataTable.tsx DataTable': 87,
    'formula-editor/FormulaEditor.tsx FormulaEditor': 92,
    'grid/Grid.tsx Grid': 153,
    'pages/administration/credentials/CredentialsPage.tsx CredentialList': 72,
    'pages/administration/credentials/CredentialsPage.tsx NewCredentialDialog': 63,
    'pages/administration/custom-functions/CustomFunctionsPage.tsx FunctionList': 70,
    'pages/administration/members/InviteDialog.tsx InviteDialog': 75,
    'pages/administration/members/MemberList.tsx MemberTable': 80,
    'pages/administration/teams/TeamPage.tsx TeamMembers': 77,
    'pages/editor/EditorPalette.tsx EditorPalette': 94,
    'pages/editor/OpenEditor.tsx EditorFrame': 86,
    'pages/editor/Preview.tsx Preview': 98,
    'pages/editor/canvas/Canvas.tsx Canvas': 69,
    'pages/editor/canvas/use-canvas-keys.ts useCanvasKeys': 106,
    'pages/editor/canvas/use-moves.ts useMoves': 76,
    'pages/editor/commands.ts frameCommands': 74,
    'pages/editor/data/DataPanel.tsx ElementColumns': 65,
    'pages/editor/data/FileDrop.tsx FileDrop': 64,
    'pages/editor/use-editor-actions.tsx useEditorActions': 84,
    'pages/home/ContinueCards.tsx FirstSteps': 73,
    'pages/home/FileTable.tsx FileTable': 70,
    'pages/home/file-moves.tsx FileMoves': 79,
    'pages/sharing/AccessList.tsx AccessList': 66,
    'pages/use-reader-page.ts useReaderPage': 96,
  },
}

test('files of the server do not import each other in circles, types included', () => {
  expect(importCircles(sourcesOf('server'))).toEqual([])
})

test.each(['server', 'core', 'web'] as const)(
  'functions of %s are at most 60 lines long, but for those that wait to be split',
  (name) => {
    const grown = longFunctions(sourcesOf(name), 60)
      .filter(({ place, lines }) => lines > (longerForNow[name][place] ?? 60))
      .map(({ place, lines }) => `${place}: ${lines} lines`)
    expect(grown, 'split the function; do not add it to the list').toEqual([])
  },
)
