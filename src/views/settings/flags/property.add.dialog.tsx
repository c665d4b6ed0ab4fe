export { AddProperty as default } from './property-forms'
