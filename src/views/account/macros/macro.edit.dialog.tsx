export { EditMacro as default } from './macro-forms'
