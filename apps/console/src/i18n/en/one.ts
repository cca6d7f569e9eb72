/** English texts with a number, for the number one: Chinese knows no difference. By the key of the others. */
export const one: Readonly<Record<string, string>> = {
  'warnings.refused-settlements':
    '{{count}} settlement is not in the books. Run on the server’s machine: npm run posthouse -- doctor --replay',
  'palette.count': '{{count}} result',
  'form.models.search': 'Search {{count}} model',
  'form.models.use': 'Use {{count}} model',
  'table.allSelected': 'The {{count}} result is selected',
  'table.selectFound': 'Select the {{count}} result',
  'table.rowsFound': '{{total}} row',
  'token.many': '{{count}} token',
  'token.deleteMany': 'Delete {{count}} token',
  'token.deleteManyTitle': 'Delete {{count}} token?',
  'token.deletedMany': 'Deleted {{count}} token',
  'charge.attempts': '{{count}} upstream attempt',
  'home.allPrices': 'Show the {{count}} model',
  'channel.allPriced': 'The {{count}} model is priced',
  'channel.priceThese': 'Price {{count}} model',
  'channel.many': '{{count}} channel',
  'channel.changeManyTitle': '{{title}} ({{count}} channel)',
  'channel.changeMany': 'Change {{count}} channel',
  'channel.deleteMany': 'Delete {{count}} channel',
  'channel.deleteManyTitle': 'Delete {{count}} channel?',
  'channel.deletedMany': 'Deleted {{count}} channel',
  'playground.deleteConsequence':
    'Its {{count}} message is kept in this browser alone and cannot be restored.',
}
