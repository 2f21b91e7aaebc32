/** Codes of regions as they occur in data. */

const words = (text: string): string[] => text.trim().split(/\s+/)

/** Countries of ISO 3166-1: number, two letters and three letters of each. */
const countries = words(`
  004AFAFG 008ALALB 012DZDZA 016ASASM 020ADAND 024AOAGO 660AIAIA 010AQATA 028AGATG 032ARARG 051AMARM 533AWABW 036AUAUS
  040ATAUT 031AZAZE 044BSBHS 048BHBHR 050BDBGD 052BBBRB 112BYBLR 056BEBEL 084BZBLZ 204BJBEN 060BMBMU 064BTBTN 068BOBOL
  070BABIH 072BWBWA 074BVBVT 076BRBRA 086IOIOT 096BNBRN 100BGBGR 854BFBFA 108BIBDI 116KHKHM 120CMCMR 124CACAN 132CVCPV
  136KYCYM 140CFCAF 148TDTCD 152CLCHL 156CNCHN 162CXCXR 166CCCCK 170COCOL 174KMCOM 178CGCOG 180CDCOD 184CKCOK 188CRCRI
  384CICIV 191HRHRV 192CUCUB 196CYCYP 203CZCZE 208DKDNK 262DJDJI 212DMDMA 214DODOM 218ECECU 818EGEGY 222SVSLV 226GQGNQ
  232ERERI 233EEEST 231ETETH 238FKFLK 234FOFRO 242FJFJI 246FIFIN 250FRFRA 254GFGUF 258PFPYF 260TFATF 266GAGAB 270GMGMB
  268GEGEO 276DEDEU 288GHGHA 292GIGIB 300GRGRC 304GLGRL 308GDGRD 312GPGLP 316GUGUM 320GTGTM 324GNGIN 624GWGNB 328GYGUY
  332HTHTI 334HMHMD 336VAVAT 340HNHND 344HKHKG 348HUHUN 352ISISL 356ININD 360IDIDN 364IRIRN 368IQIRQ 372IEIRL 376ILISR
  380ITITA 388JMJAM 392JPJPN 400JOJOR 398KZKAZ 404KEKEN 296KIKIR 408KPPRK 410KRKOR 414KWKWT 417KGKGZ 418LALAO 428LVLVA
  422LBLBN 426LSLSO 430LRLBR 434LYLBY 438LILIE 440LTLTU 442LULUX 446MOMAC 450MGMDG 454MWMWI 458MYMYS 462MVMDV 466MLMLI
  470MTMLT 584MHMHL 474MQMTQ 478MRMRT 480MUMUS 175YTMYT 484MXMEX 583FMFSM 498MDMDA 492MCMCO 496MNMNG 500MSMSR 504MAMAR
  508MZMOZ 104MMMMR 516NANAM 520NRNRU 524NPNPL 528NLNLD 540NCNCL 554NZNZL 558NINIC 562NENER 566NGNGA 570NUNIU 574NFNFK
  580MPMNP 807MKMKD 578NONOR 512OMOMN 586PKPAK 585PWPLW 275PSPSE 591PAPAN 598PGPNG 600PYPRY 604PEPER 608PHPHL 612PNPCN
  616PLPOL 620PTPRT 630PRPRI 634QAQAT 638REREU 642ROROU 643RURUS 646RWRWA 654SHSHN 659KNKNA 662LCLCA 666PMSPM 670VCVCT
  882WSWSM 674SMSMR 678STSTP 682SASAU 686SNSEN 690SCSYC 694SLSLE 702SGSGP 703SKSVK 705SISVN 090SBSLB 706SOSOM 710ZAZAF
  239GSSGS 724ESESP 144LKLKA 729SDSDN 740SRSUR 744SJSJM 748SZSWZ 752SESWE 756CHCHE 760SYSYR 158TWTWN 762TJTJK 834TZTZA
  764THTHA 626TLTLS 768TGTGO 772TKTKL 776TOTON 780TTTTO 788TNTUN 792TRTUR 795TMTKM 796TCTCA 798TVTUV 800UGUGA 804UAUKR
  784AEARE 826GBGBR 840USUSA 581UMUMI 858UYURY 860UZUZB 548VUVUT 862VEVEN 704VNVNM 092VGVGB 850VIVIR 876WFWLF 732EHESH
  887YEYEM 894ZMZMB 716ZWZWE 248AXALA 535BQBES 531CWCUW 831GGGGY 833IMIMN 832JEJEY 499MEMNE 652BLBLM 663MFMAF 688RSSRB
  534SXSXM 728SSSSD 983XKXKK
`)

export interface CountryCode {
  id: string
  alpha2: string
  alpha3: string
}

export const countryCodes: readonly CountryCode[] = countries.map((code) => ({
  id: code.slice(0, 3),
  alpha2: code.slice(3, 5),
  alpha3: code.slice(5),
}))

/** Postal codes of the states of the USA with their numbers. */
export const stateCodes: ReadonlyMap<string, string> = new Map(
  words(`
    AL01 AK02 AZ04 AR05 CA06 CO08 CT09 DE10 DC11 FL12 GA13 HI15 ID16 IL17 IN18 IA19 KS20 KY21 LA22 ME23 MD24 MA25 MI26 MN27
    MS28 MO29 MT30 NE31 NV32 NH33 NJ34 NM35 NY36 NC37 ND38 OH39 OK40 OR41 PA42 RI44 SC45 SD46 TN47 TX48 UT49 VT50 VA51 WA53
    WV54 WI55 WY56
  `).map((code) => [code.slice(0, 2), code.slice(2)]),
)

/** Names of the US states by postal code, for counties, whose shapes do not include their state. */
export const stateNames: ReadonlyMap<string, string> = new Map([
  ['AL', 'Alabama'],
  ['AK', 'Alaska'],
  ['AZ', 'Arizona'],
  ['AR', 'Arkansas'],
  ['CA', 'California'],
  ['CO', 'Colorado'],
  ['CT', 'Connecticut'],
  ['DE', 'Delaware'],
  ['DC', 'District of Columbia'],
  ['FL', 'Florida'],
  ['GA', 'Georgia'],
  ['HI', 'Hawaii'],
  ['ID', 'Idaho'],
  ['IL', 'Illinois'],
  ['IN', 'Indiana'],
  ['IA', 'Iowa'],
  ['KS', 'Kansas'],
  ['KY', 'Kentucky'],
  ['LA', 'Louisiana'],
  ['ME', 'Maine'],
  ['MD', 'Maryland'],
  ['MA', 'Massachusetts'],
  ['MI', 'Michigan'],
  ['MN', 'Minnesota'],
  ['MS', 'Mississippi'],
  ['MO', 'Missouri'],
  ['MT', 'Montana'],
  ['NE', 'Nebraska'],
  ['NV', 'Nevada'],
  ['NH', 'New Hampshire'],
  ['NJ', 'New Jersey'],
  ['NM', 'New Mexico'],
  ['NY', 'New York'],
  ['NC', 'North Carolina'],
  ['ND', 'North Dakota'],
  ['OH', 'Ohio'],
  ['OK', 'Oklahoma'],
  ['OR', 'Oregon'],
  ['PA', 'Pennsylvania'],
  ['RI', 'Rhode Island'],
  ['SC', 'South Carolina'],
  ['SD', 'South Dakota'],
  ['TN', 'Tennessee'],
  ['TX', 'Texas'],
  ['UT', 'Utah'],
  ['VT', 'Vermont'],
  ['VA', 'Virginia'],
  ['WA', 'Washington'],
  ['WV', 'West Virginia'],
  ['WI', 'Wisconsin'],
  ['WY', 'Wyoming'],
])

/** Names of the provinces and territories of Canada in both languages, by their postal code. */
export const provinceNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['AB', ['Alberta']],
  ['BC', ['British Columbia', 'Colombie-Britannique']],
  ['MB', ['Manitoba']],
  ['NB', ['New Brunswick', 'Nouveau-Brunswick']],
  ['NL', ['Newfoundland and Labrador', 'Terre-Neuve-et-Labrador', 'Newfoundland']],
  ['NS', ['Nova Scotia', 'Nouvelle-Écosse']],
  ['NT', ['Northwest Territories', 'Territoires du Nord-Ouest']],
  ['NU', ['Nunavut']],
  ['ON', ['Ontario']],
  ['PE', ['Prince Edward Island', 'Île-du-Prince-Édouard']],
  ['QC', ['Quebec', 'Québec']],
  ['SK', ['Saskatchewan']],
  ['YT', ['Yukon', 'Yukon Territory']],
])
