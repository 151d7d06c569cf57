/// As many requirements as a double can have: 341 properties, each with a getter, a setter and a `modify` accessor, and a
/// method.
protocol Wide {
  var p0: Int { get set }
  var p1: Int { get set }
  var p2: Int { get set }
  var p3: Int { get set }
  var p4: Int { get set }
  var p5: Int { get set }
  var p6: Int { get set }
  var p7: Int { get set }
  var p8: Int { get set }
  var p9: Int { get set }
  var p10: Int { get set }
  var p11: Int { get set }
  var p12: Int { get set }
  var p13: Int { get set }
  var p14: Int { get set }
  var p15: Int { get set }
  var p16: Int { get set }
  var p17: Int { get set }
  var p18: Int { get set }
  var p19: Int { get set }
  var p20: Int { get set }
  var p21: Int { get set }
  var p22: Int { get set }
  var p23: Int { get set }
  var p24: Int { get set }
  var p25: Int { get set }
  var p26: Int { get set }
  var p27: Int { get set }
  var p28: Int { get set }
  var p29: Int { get set }
  var p30: Int { get set }
  var p31: Int { get set }
  var p32: Int { get set }
  var p33: Int { get set }
  var p34: Int { get set }
  var p35: Int { get set }
  var p36: Int { get set }
  var p37: Int { get set }
  var p38: Int { get set }
  var p39: Int { get set }
  var p40: Int { get set }
  var p41: Int { get set }
  var p42: Int { get set }
  var p43: Int { get set }
  var p44: Int { get set }
  var p45: Int { get set }
  var p46: Int { get set }
  var p47: Int { get set }
  var p48: Int { get set }
  var p49: Int { get set }
  var p50: Int { get set }
  var p51: Int { get set }
  var p52: Int { get set }
  var p53: Int { get set }
  var p54: Int { get set }
  var p55: Int { get set }
  var p56: Int { get set }
  var p57: Int { get set }
  var p58: Int { get set }
  var p59: Int { get set }
  var p60: Int { get set }
  var p61: Int { get set }
  var p62: Int { get set }
  var p63: Int { get set }
  var p64: Int { get set }
  var p65: Int { get set }
  var p66: Int { get set }
  var p67: Int { get set }
  var p68: Int { get set }
  var p69: Int { get set }
  var p70: Int { get set }
  var p71: Int { get set }
  var p72: Int { get set }
  var p73: Int { get set }
  var p74: Int { get set }
  var p75: Int { get set }
  var p76: Int { get set }
  var p77: Int { get set }
  var p78: Int { get set }
  var p79: Int { get set }
  var p80: Int { get set }
  var p81: Int { get set }
  var p82: Int { get set }
  var p83: Int { get set }
  var p84: Int { get set }
  var p85: Int { get set }
  var p86: Int { get set }
  var p87: Int { get set }
  var p88: Int { get set }
  var p89: Int { get set }
  var p90: Int { get set }
  var p91: Int { get set }
  var p92: Int { get set }
  var p93: Int { get set }
  var p94: Int { get set }
  var p95: Int { get set }
  var p96: Int { get set }
  var p97: Int { get set }
  var p98: Int { get set }
  var p99: Int { get set }
  var p100: Int { get set }
  var p101: Int { get set }
  var p102: Int { get set }
  var p103: Int { get set }
  var p104: Int { get set }
  var p105: Int { get set }
  var p106: Int { get set }
  var p107: Int { get set }
  var p108: Int { get set }
  var p109: Int { get set }
  var p110: Int { get set }
  var p111: Int { get set }
  var p112: Int { get set }
  var p113: Int { get set }
  var p114: Int { get set }
  var p115: Int { get set }
  var p116: Int { get set }
  var p117: Int { get set }
  var p118: Int { get set }
  var p119: Int { get set }
  var p120: Int { get set }
  var p121: Int { get set }
  var p122: Int { get set }
  var p123: Int { get set }
  var p124: Int { get set }
  var p125: Int { get set }
  var p126: Int { get set }
  var p127: Int { get set }
  var p128: Int { get set }
  var p129: Int { get set }
  var p130: Int { get set }
  var p131: Int { get set }
  var p132: Int { get set }
  var p133: Int { get set }
  var p134: Int { get set }
  var p135: Int { get set }
  var p136: Int { get set }
  var p137: Int { get set }
  var p138: Int { get set }
  var p139: Int { get set }
  var p140: Int { get set }
  var p141: Int { get set }
  var p142: Int { get set }
  var p143: Int { get set }
  var p144: Int { get set }
  var p145: Int { get set }
  var p146: Int { get set }
  var p147: Int { get set }
  var p148: Int { get set }
  var p149: Int { get set }
  var p150: Int { get set }
  var p151: Int { get set }
  var p152: Int { get set }
  var p153: Int { get set }
  var p154: Int { get set }
  var p155: Int { get set }
  var p156: Int { get set }
  var p157: Int { get set }
  var p158: Int { get set }
  var p159: Int { get set }
  var p160: Int { get set }
  var p161: Int { get set }
  var p162: Int { get set }
  var p163: Int { get set }
  var p164: Int { get set }
  var p165: Int { get set }
  var p166: Int { get set }
  var p167: Int { get set }
  var p168: Int { get set }
  var p169: Int { get set }
  var p170: Int { get set }
  var p171: Int { get set }
  var p172: Int { get set }
  var p173: Int { get set }
  var p174: Int { get set }
  var p175: Int { get set }
  var p176: Int { get set }
  var p177: Int { get set }
  var p178: Int { get set }
  var p179: Int { get set }
  var p180: Int { get set }
  var p181: Int { get set }
  var p182: Int { get set }
  var p183: Int { get set }
  var p184: Int { get set }
  var p185: Int { get set }
  var p186: Int { get set }
  var p187: Int { get set }
  var p188: Int { get set }
  var p189: Int { get set }
  var p190: Int { get set }
  var p191: Int { get set }
  var p192: Int { get set }
  var p193: Int { get set }
  var p194: Int { get set }
  var p195: Int { get set }
  var p196: Int { get set }
  var p197: Int { get set }
  var p198: Int { get set }
  var p199: Int { get set }
  var p200: Int { get set }
  var p201: Int { get set }
  var p202: Int { get set }
  var p203: Int { get set }
  var p204: Int { get set }
  var p205: Int { get set }
  var p206: Int { get set }
  var p207: Int { get set }
  var p208: Int { get set }
  var p209: Int { get set }
  var p210: Int { get set }
  var p211: Int { get set }
  var p212: Int { get set }
  var p213: Int { get set }
  var p214: Int { get set }
  var p215: Int { get set }
  var p216: Int { get set }
  var p217: Int { get set }
  var p218: Int { get set }
  var p219: Int { get set }
  var p220: Int { get set }
  var p221: Int { get set }
  var p222: Int { get set }
  var p223: Int { get set }
  var p224: Int { get set }
  var p225: Int { get set }
  var p226: Int { get set }
  var p227: Int { get set }
  var p228: Int { get set }
  var p229: Int { get set }
  var p230: Int { get set }
  var p231: Int { get set }
  var p232: Int { get set }
  var p233: Int { get set }
  var p234: Int { get set }
  var p235: Int { get set }
  var p236: Int { get set }
  var p237: Int { get set }
  var p238: Int { get set }
  var p239: Int { get set }
  var p240: Int { get set }
  var p241: Int { get set }
  var p242: Int { get set }
  var p243: Int { get set }
  var p244: Int { get set }
  var p245: Int { get set }
  var p246: Int { get set }
  var p247: Int { get set }
  var p248: Int { get set }
  var p249: Int { get set }
  var p250: Int { get set }
  var p251: Int { get set }
  var p252: Int { get set }
  var p253: Int { get set }
  var p254: Int { get set }
  var p255: Int { get set }
  var p256: Int { get set }
  var p257: Int { get set }
  var p258: Int { get set }
  var p259: Int { get set }
  var p260: Int { get set }
  var p261: Int { get set }
  var p262: Int { get set }
  var p263: Int { get set }
  var p264: Int { get set }
  var p265: Int { get set }
  var p266: Int { get set }
  var p267: Int { get set }
  var p268: Int { get set }
  var p269: Int { get set }
  var p270: Int { get set }
  var p271: Int { get set }
  var p272: Int { get set }
  var p273: Int { get set }
  var p274: Int { get set }
  var p275: Int { get set }
  var p276: Int { get set }
  var p277: Int { get set }
  var p278: Int { get set }
  var p279: Int { get set }
  var p280: Int { get set }
  var p281: Int { get set }
  var p282: Int { get set }
  var p283: Int { get set }
  var p284: Int { get set }
  var p285: Int { get set }
  var p286: Int { get set }
  var p287: Int { get set }
  var p288: Int { get set }
  var p289: Int { get set }
  var p290: Int { get set }
  var p291: Int { get set }
  var p292: Int { get set }
  var p293: Int { get set }
  var p294: Int { get set }
  var p295: Int { get set }
  var p296: Int { get set }
  var p297: Int { get set }
  var p298: Int { get set }
  var p299: Int { get set }
  var p300: Int { get set }
  var p301: Int { get set }
  var p302: Int { get set }
  var p303: Int { get set }
  var p304: Int { get set }
  var p305: Int { get set }
  var p306: Int { get set }
  var p307: Int { get set }
  var p308: Int { get set }
  var p309: Int { get set }
  var p310: Int { get set }
  var p311: Int { get set }
  var p312: Int { get set }
  var p313: Int { get set }
  var p314: Int { get set }
  var p315: Int { get set }
  var p316: Int { get set }
  var p317: Int { get set }
  var p318: Int { get set }
  var p319: Int { get set }
  var p320: Int { get set }
  var p321: Int { get set }
  var p322: Int { get set }
  var p323: Int { get set }
  var p324: Int { get set }
  var p325: Int { get set }
  var p326: Int { get set }
  var p327: Int { get set }
  var p328: Int { get set }
  var p329: Int { get set }
  var p330: Int { get set }
  var p331: Int { get set }
  var p332: Int { get set }
  var p333: Int { get set }
  var p334: Int { get set }
  var p335: Int { get set }
  var p336: Int { get set }
  var p337: Int { get set }
  var p338: Int { get set }
  var p339: Int { get set }
  var p340: Int { get set }
  func last() -> Int
}

/// One more.
protocol TooWide: Wide {
  func tooMuch()
}

struct Widest: TooWide {
  var p0 = 0, p1 = 0, p2 = 0, p3 = 0, p4 = 0, p5 = 0, p6 = 0, p7 = 0, p8 = 0, p9 = 0, p10 = 0, p11 = 0
  var p12 = 0, p13 = 0, p14 = 0, p15 = 0, p16 = 0, p17 = 0, p18 = 0, p19 = 0, p20 = 0, p21 = 0, p22 = 0, p23 = 0
  var p24 = 0, p25 = 0, p26 = 0, p27 = 0, p28 = 0, p29 = 0, p30 = 0, p31 = 0, p32 = 0, p33 = 0, p34 = 0, p35 = 0
  var p36 = 0, p37 = 0, p38 = 0, p39 = 0, p40 = 0, p41 = 0, p42 = 0, p43 = 0, p44 = 0, p45 = 0, p46 = 0, p47 = 0
  var p48 = 0, p49 = 0, p50 = 0, p51 = 0, p52 = 0, p53 = 0, p54 = 0, p55 = 0, p56 = 0, p57 = 0, p58 = 0, p59 = 0
  var p60 = 0, p61 = 0, p62 = 0, p63 = 0, p64 = 0, p65 = 0, p66 = 0, p67 = 0, p68 = 0, p69 = 0, p70 = 0, p71 = 0
  var p72 = 0, p73 = 0, p74 = 0, p75 = 0, p76 = 0, p77 = 0, p78 = 0, p79 = 0, p80 = 0, p81 = 0, p82 = 0, p83 = 0
  var p84 = 0, p85 = 0, p86 = 0, p87 = 0, p88 = 0, p89 = 0, p90 = 0, p91 = 0, p92 = 0, p93 = 0, p94 = 0, p95 = 0
  var p96 = 0, p97 = 0, p98 = 0, p99 = 0, p100 = 0, p101 = 0, p102 = 0, p103 = 0, p104 = 0, p105 = 0, p106 = 0, p107 = 0
  var p108 = 0, p109 = 0, p110 = 0, p111 = 0, p112 = 0, p113 = 0, p114 = 0, p115 = 0, p116 = 0, p117 = 0, p118 = 0,
    p119 = 0
  var p120 = 0, p121 = 0, p122 = 0, p123 = 0, p124 = 0, p125 = 0, p126 = 0, p127 = 0, p128 = 0, p129 = 0, p130 = 0,
    p131 = 0
  var p132 = 0, p133 = 0, p134 = 0, p135 = 0, p136 = 0, p137 = 0, p138 = 0, p139 = 0, p140 = 0, p141 = 0, p142 = 0,
    p143 = 0
  var p144 = 0, p145 = 0, p146 = 0, p147 = 0, p148 = 0, p149 = 0, p150 = 0, p151 = 0, p152 = 0, p153 = 0, p154 = 0,
    p155 = 0
  var p156 = 0, p157 = 0, p158 = 0, p159 = 0, p160 = 0, p161 = 0, p162 = 0, p163 = 0, p164 = 0, p165 = 0, p166 = 0,
    p167 = 0
  var p168 = 0, p169 = 0, p170 = 0, p171 = 0, p172 = 0, p173 = 0, p174 = 0, p175 = 0, p176 = 0, p177 = 0, p178 = 0,
    p179 = 0
  var p180 = 0, p181 = 0, p182 = 0, p183 = 0, p184 = 0, p185 = 0, p186 = 0, p187 = 0, p188 = 0, p189 = 0, p190 = 0,
    p191 = 0
  var p192 = 0, p193 = 0, p194 = 0, p195 = 0, p196 = 0, p197 = 0, p198 = 0, p199 = 0, p200 = 0, p201 = 0, p202 = 0,
    p203 = 0
  var p204 = 0, p205 = 0, p206 = 0, p207 = 0, p208 = 0, p209 = 0, p210 = 0, p211 = 0, p212 = 0, p213 = 0, p214 = 0,
    p215 = 0
  var p216 = 0, p217 = 0, p218 = 0, p219 = 0, p220 = 0, p221 = 0, p222 = 0, p223 = 0, p224 = 0, p225 = 0, p226 = 0,
    p227 = 0
  var p228 = 0, p229 = 0, p230 = 0, p231 = 0, p232 = 0, p233 = 0, p234 = 0, p235 = 0, p236 = 0, p237 = 0, p238 = 0,
    p239 = 0
  var p240 = 0, p241 = 0, p242 = 0, p243 = 0, p244 = 0, p245 = 0, p246 = 0, p247 = 0, p248 = 0, p249 = 0, p250 = 0,
    p251 = 0
  var p252 = 0, p253 = 0, p254 = 0, p255 = 0, p256 = 0, p257 = 0, p258 = 0, p259 = 0, p260 = 0, p261 = 0, p262 = 0,
    p263 = 0
  var p264 = 0, p265 = 0, p266 = 0, p267 = 0, p268 = 0, p269 = 0, p270 = 0, p271 = 0, p272 = 0, p273 = 0, p274 = 0,
    p275 = 0
  var p276 = 0, p277 = 0, p278 = 0, p279 = 0, p280 = 0, p281 = 0, p282 = 0, p283 = 0, p284 = 0, p285 = 0, p286 = 0,
    p287 = 0
  var p288 = 0, p289 = 0, p290 = 0, p291 = 0, p292 = 0, p293 = 0, p294 = 0, p295 = 0, p296 = 0, p297 = 0, p298 = 0,
    p299 = 0
  var p300 = 0, p301 = 0, p302 = 0, p303 = 0, p304 = 0, p305 = 0, p306 = 0, p307 = 0, p308 = 0, p309 = 0, p310 = 0,
    p311 = 0
  var p312 = 0, p313 = 0, p314 = 0, p315 = 0, p316 = 0, p317 = 0, p318 = 0, p319 = 0, p320 = 0, p321 = 0, p322 = 0,
    p323 = 0
  var p324 = 0, p325 = 0, p326 = 0, p327 = 0, p328 = 0, p329 = 0, p330 = 0, p331 = 0, p332 = 0, p333 = 0, p334 = 0,
    p335 = 0
  var p336 = 0, p337 = 0, p338 = 0, p339 = 0, p340 = 0
  func last() -> Int { 0 }
  func tooMuch() {}
}
