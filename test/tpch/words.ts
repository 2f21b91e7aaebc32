/** Value domains of the benchmark, from its public description. */
const words = (text: string) => text.trim().split(/\s+/)

export const REGIONS = ['AFRICA', 'AMERICA', 'ASIA', 'EUROPE', 'MIDDLE EAST']

/** Each nation with the key of its region. */
export const NATIONS: [name: string, regionKey: number][] = [
  ['ALGERIA', 0],
  ['ARGENTINA', 1],
  ['BRAZIL', 1],
  ['CANADA', 1],
  ['EGYPT', 4],
  ['ETHIOPIA', 0],
  ['FRANCE', 3],
  ['GERMANY', 3],
  ['INDIA', 2],
  ['INDONESIA', 2],
  ['IRAN', 4],
  ['IRAQ', 4],
  ['JAPAN', 2],
  ['JORDAN', 4],
  ['KENYA', 0],
  ['MOROCCO', 0],
  ['MOZAMBIQUE', 0],
  ['PERU', 1],
  ['CHINA', 2],
  ['ROMANIA', 3],
  ['SAUDI ARABIA', 4],
  ['VIETNAM', 2],
  ['RUSSIA', 3],
  ['UNITED KINGDOM', 3],
  ['UNITED STATES', 1],
]

export const COLOURS = words(`
  almond antique aquamarine azure beige bisque black blanched blue blush brown burlywood burnished chartreuse chiffon
  chocolate coral cornflower cornsilk cream cyan dark deep dim dodger drab firebrick floral forest frosted gainsboro
  ghost goldenrod green grey honeydew hot indian ivory khaki lace lavender lawn lemon light lime linen magenta maroon
  medium metallic midnight mint misty moccasin navajo navy olive orange orchid pale papaya peach peru pink plum powder
  puff purple red rose rosy royal saddle salmon sandy seashell sienna sky slate smoke snow spring steel tan thistle
  tomato turquoise violet wheat white yellow`)

export const TYPES = [
  words('STANDARD SMALL MEDIUM LARGE ECONOMY PROMO'),
  words('ANODIZED BURNISHED PLATED POLISHED BRUSHED'),
  words('TIN NICKEL BRASS STEEL COPPER'),
] as const

export const CONTAINERS = [words('SM LG MED JUMBO WRAP'), words('CASE BOX BAG JAR PKG PACK CAN DRUM')] as const
export const SEGMENTS = words('AUTOMOBILE BUILDING FURNITURE MACHINERY HOUSEHOLD')
export const PRIORITIES = ['1-URGENT', '2-HIGH', '3-MEDIUM', '4-NOT SPECIFIED', '5-LOW']
export const INSTRUCTIONS = ['DELIVER IN PERSON', 'COLLECT COD', 'NONE', 'TAKE BACK RETURN']
export const SHIP_MODES = ['REG AIR', 'AIR', 'RAIL', 'SHIP', 'TRUCK', 'MAIL', 'FOB']

/** The words of comments. */
export const ADJECTIVES = words('special pending unusual express regular bold final ironic even silent quick careful')
export const NOUNS = words(
  'requests deposits accounts packages foxes ideas theories pinto beans platelets courts asymptotes',
)
export const VERBS = words('sleep wake haggle nag use boost detect integrate cajole solve believe doze')
export const ADVERBS = words(
  'quickly slowly carefully blithely furiously daringly never always above across about among',
)
