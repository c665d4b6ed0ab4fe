export { SaveMacro as default } from './macro-forms'
