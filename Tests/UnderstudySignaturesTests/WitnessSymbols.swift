/// Witness thunks of a protocol with every kind of requirement, and what the source says of each.
enum WitnessSymbols {
  struct Sample: Sendable {
    let symbol: String
    let spelling: String
    var isGeneric = false
  }

  static let samples: [Sample] = [
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP5assoc____1eSay3Sub_5InnerQZG7ElementQz_AHQzAH_ALQZAH_AiLQZxSgtFTW",
      spelling:
        "assoc(_: Self.Element, _: Self.Sub, _: Self.Sub.Element, _: Self.Sub.Inner.Element, e: Self?) -> [Self.Sub.Inner]"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP6asyncFyS2iYaFTW",
      spelling: "asyncF(_: Int) async -> Int"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP6asyncFyS2iYaFTWTu",
      spelling: "asyncF(_: Int) async -> Int"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP3clsyyqd__AA4BaseCRbd__lFTW",
      spelling: "cls(_: T)",
      isGeneric: true
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP4clslyyqd__SgRld__ClFTW",
      spelling: "clsl(_: T?)",
      isGeneric: true
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP4collyySDySSSaySiSgGG_ShyAA5MoneyVGSgSgs6ResultOySis5Error_pGtFTW",
      spelling: "coll(_: [String: [Int?]], _: Set<Money>??, _: Result<Int, any Error>)"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP4conc_1b1c1d1eyScTySis5NeverOG_ScSySiGScA_pScMScCySis5Error_pGtFTW",
      spelling:
        "conc(_: Task<Int, Never>, b: AsyncStream<Int>, c: any Actor, d: MainActor, e: CheckedContinuation<Int, any Error>)"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP11constrainedyyAA2Pr_pSi4ItemRts_XP_Sl_pSS7ElementRts_XPAaG_pSaySSGAIRS_XPSgtFTW",
      spelling: "constrained(_: any Pr<Int>, _: any Collection<String>, _: (any Pr<[String]>)?)"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP4convyyys5Int32VXC_SiSPys4Int8VGSgXCSgtFTW",
      spelling: "conv(_: @convention(c) (Int32) -> Void, _: (@convention(c) (UnsafePointer<Int8>?) -> Int)?)"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP4elem7ElementQzvgTW",
      spelling: "elem -> Self.Element"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP4elem7ElementQzvMTW",
      spelling: "elem -> Self.Element"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP4elem7ElementQzvsTW",
      spelling: "elem(_: Self.Element)"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP3esc_1b1c1dyyyc_SSSiKXESbyXKSiyXAtFTW",
      spelling:
        "esc(_: @escaping () -> Void, b: (Int) throws -> String, c: @autoclosure () -> Bool, d: @autoclosure @escaping () -> Int)"
    ),
    Sample(
      symbol:
        "$s4TMod4ConfCAA1PA2aDP2exyyAA1Q_p_s23CustomStringConvertible_SHpyXlypAaG_AA4BaseCXcs8Sendable_pAaG_XltFTW",
      spelling:
        "ex(_: any Q, _: any CustomStringConvertible & Hashable, _: AnyObject, _: Any, _: any Base & Q, _: any Sendable, _: any AnyObject & Q)"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP1fyyFTW",
      spelling: "f()"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP2fn_1b1c1d1eyySiYaYbKc_yyScMYccySiAA7MyActorCYccyyYAcyyYaYCctFTW",
      spelling:
        "fn(_: @escaping @Sendable (Int) async throws -> Void, b: @escaping @MainActor () -> Void, c: @escaping @MyActor (Int) -> Void, d: @escaping @isolated(any) () -> Void, e: @escaping nonisolated(nonsending) () async -> Void)"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP4fnfnyySiSScSgySiccFTW",
      spelling: "fnfn(_: @escaping (@escaping (Int) -> Void) -> ((String) -> Int)?)"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP3fnoyycSgvgTW",
      spelling: "fno -> (() -> Void)?"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP3fnvyySicvgTW",
      spelling: "fnv -> (Int) -> Void"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP3fnvyySicvMTW",
      spelling: "fnv -> (Int) -> Void"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP3fnvyySicvsTW",
      spelling: "fnv(_: @escaping (Int) -> Void)"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP4fnv0yycvgTW",
      spelling: "fnv0 -> () -> Void"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP4fnv0yycvMTW",
      spelling: "fnv0 -> () -> Void"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP4fnv0yycvsTW",
      spelling: "fnv0(_: @escaping () -> Void)"
    ),
    Sample(
      symbol:
        "$s4TMod4ConfCAA1PA2aDP5found_1b1c1d1ey20FoundationEssentials4DataV_AK4DateVAK3URLV0D08NSObjectCAR14NSNotificationC4NameVtFTW",
      spelling: "found(_: Data, b: Date, c: URL, d: NSObject, e: NSNotification.Name)"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP1gSivgTW",
      spelling: "g -> Int"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP2gaSivgTW",
      spelling: "ga -> Int"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP2gaSivgTWTu",
      spelling: "ga async -> Int"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP3gatSivgTW",
      spelling: "gat -> Int"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP3gatSivgTWTu",
      spelling: "gat async -> Int"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP3gen_1bqd__qd___Sayqd__GtlFTW",
      spelling: "gen(_: T, b: [T]) -> T",
      isGeneric: true
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP4gen2_1bqd___qd_0_tqd___qd_0_tSHRd__7ElementQyd_0_Rsd__AA1QRd_0_r0_lFTW",
      spelling: "gen2(_: T, b: U) -> (T, U)",
      isGeneric: true
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP4gen3_1byqd___qd_0_tAA1QRd__SHRd_0_r0_lFTW",
      spelling: "gen3(_: T, b: U)",
      isGeneric: true
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP009gre_GkaIl009gre_GkaIixSi_tFTW",
      spelling: "grüße(größe: Int) -> Self"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP2gsSSvgTW",
      spelling: "gs -> String"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP2gsSSvMTW",
      spelling: "gs -> String"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP2gsSSvsTW",
      spelling: "gs(_: String)"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP2gtSivgTW",
      spelling: "gt -> Int"
    ),
    Sample(
      symbol: "$s4TMod5PrivC33_4D5563914D412C25CD79CF5AF3D76178LLVAA0B1PACLLA2aeCLLP1hySayAA6HiddenACLLVGAIFTW",
      spelling: "h(_: Hidden) -> [Hidden]"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDPxycfCTW",
      spelling: "init() -> Self"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDPyxSicfCTW",
      spelling: "init(_: Int) -> Self"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP1a1bxSi_SStYaKcfCTW",
      spelling: "init(a: Int, b: String) async throws -> Self"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP1a1bxSi_SStYaKcfCTWTu",
      spelling: "init(a: Int, b: String) async throws -> Self"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP4failxSgSi_tcfCTW",
      spelling: "init(fail: Int) -> Self?"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP3genxqd___tclufCTW",
      spelling: "init(gen: T) -> Self",
      isGeneric: true
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP3ino_1b1c1d1eySiz_SSnSSAA5MoneyVnALhtFTW",
      spelling: "ino(_: inout Int, b: consuming String, c: String, d: consuming Money, e: borrowing Money)"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP3iso_1byAA7MyActorCYi_SitFTW",
      spelling: "iso(_: isolated MyActor, b: Int)"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP6isoOptyyScA_pSgYiFTW",
      spelling: "isoOpt(_: isolated (any Actor)?)"
    ),
    Sample(
      symbol: "$s4TMod2GCVyxGAA2NPAASHRzlAaEP1ky1AQzAIFTW",
      spelling: "k(_: Self.A) -> Self.A"
    ),
    Sample(
      symbol: "$s4TMod4useryyF2LCL_VAA2LPA2aEP1ky1AQzAI_1BQztFTW",
      spelling: "k(_: Self.A, _: Self.B) -> Self.A"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP3lab1a_1cSbSi_SSSdtFTW",
      spelling: "lab(a: Int, _: String, c: Double) -> Bool"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP9longWords0cD5Value0ceD0ySi_SitFTW",
      spelling: "longWords(longWordsValue: Int, longValueWords: Int)"
    ),
    Sample(
      symbol: "$s4TMod4useryyF2LCL_VAA2LPA2aEP1myySiFTW",
      spelling: "m(_: Int)"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP5main2yyFTW",
      spelling: "main2()"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP4metayySim_AA1Q_pXpAaG_pmypXpyXlXpSH_AaGpXptFTW",
      spelling:
        "meta(_: Int.Type, _: any Q.Type, _: (any Q).Type, _: Any.Type, _: AnyObject.Type, _: any (Hashable & Q).Type)"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP2ncyyqd__Ri_d__lFTW",
      spelling: "nc(_: T)",
      isGeneric: true
    ),
    Sample(
      symbol:
        "$s4TMod4ConfCAA1PA2aDP4nest_1b1c1d1eyAA5OuterV5InnerVySi_SSG_AL5PlainVySi_GAA5MoneyV4CentVAlASHRzlE11ConstrainedVySi_GSSAAE3ExtVtFTW",
      spelling:
        "nest(_: Outer<Int>.Inner<String>, b: Outer<Int>.Plain, c: Money.Cent, d: Outer<Int>.Constrained, e: String.Ext)"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP3nnsyyYaFTW",
      spelling: "nns() async"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP3nnsyyYaFTWTu",
      spelling: "nns() async"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP3oneyySiFTW",
      spelling: "one(_: Int)"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP5optFnyyyycSg_SaySiycGtFTW",
      spelling: "optFn(_: (() -> Void)?, _: [() -> Int])"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP5packsyqd__qd__Qp_tqd__qd__QpRvd__lFTW",
      spelling: "packs(_: repeat each T) -> (repeat each T)",
      isGeneric: true
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP6packs2_1fySayqd__Gqd__Qp_yqd__qd__QpXEtRvd__SHRd__lFTW",
      spelling: "packs2(_: repeat [each T], f: (repeat each T) -> Void)",
      isGeneric: true
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP0031rawnamewithspaces_tqaeeCHJAHiua0018labelx_tgaEGJCFbhaySi_tFTW",
      spelling: "raw name with spaces(label x: Int)"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP4sendyAA4BaseCAHnFTW",
      spelling: "send(_: consuming Base) -> Base"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP6sendFnyyAA4BaseCAHnYuYTcFTW",
      spelling: "sendFn(_: @escaping (sending Base) -> sending Base)"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP4simd_1bys5SIMD4VySfG_s6Int128VtFTW",
      spelling: "simd(_: SIMD4<Float>, b: Int128)"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP1poiySix_xtFZTW",
      spelling: "static +(_: Self, _: Self) -> Int"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP1sopySixFZTW",
      spelling: "static -(_: Self) -> Int"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP2eeoiySbx_xtFZTW",
      spelling: "static ==(_: Self, _: Self) -> Bool"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP2sgSaySiGvgZTW",
      spelling: "static sg -> [Int]"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP2sgSaySiGvMZTW",
      spelling: "static sg -> [Int]"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP2sgSaySiGvsZTW",
      spelling: "static sg(_: [Int])"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP2styxSiFZTW",
      spelling: "static st(_: Int) -> Self"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP7stAsyncyyYaKFZTW",
      spelling: "static stAsync() async throws"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP7stAsyncyyYaKFZTWTu",
      spelling: "static stAsync() async throws"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDPyS2iciMZTW",
      spelling: "static subscript(_: Int) -> Int"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDPyS2icigZTW",
      spelling: "static subscript(_: Int) -> Int"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDPyS2icisZTW",
      spelling: "static subscript(_: Int, _: Int)"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDPSiycigTW",
      spelling: "subscript() -> Int"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDPyS2icigTW",
      spelling: "subscript(_: Int) -> Int"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDPySSSiciMTW",
      spelling: "subscript(_: Int) -> String"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDPySSSicigTW",
      spelling: "subscript(_: Int) -> String"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDPyS2icigTWTu",
      spelling: "subscript(_: Int) async -> Int"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDPySSSicisTW",
      spelling: "subscript(_: String, _: Int)"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP3genqd__qd___tcluisTW",
      spelling: "subscript(_: T, gen: T)",
      isGeneric: true
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP2fnyycySiXE_tcigTW",
      spelling: "subscript(fn: (Int) -> Void) -> () -> Void"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP3genqd__qd___tcluiMTW",
      spelling: "subscript(gen: T) -> T",
      isGeneric: true
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP3genqd__qd___tcluigTW",
      spelling: "subscript(gen: T) -> T",
      isGeneric: true
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP3key3defSiSS_SiyXKtcigTW",
      spelling: "subscript(key: String, def: @autoclosure () -> Int) -> Int"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP3tupyySi_SS1xt_tFTW",
      spelling: "tup(_: (Int, x: String))"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP4tup2ySi_Si1ytSi1a_SS1xt_SitFTW",
      spelling: "tup2(_: (a: Int, x: String), _: Int) -> (Int, y: Int)"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP5typedSiyAA4OopsOYKFTW",
      spelling: "typed() throws(Oops) -> Int"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP7typedFnyyySiAA4OopsOYKXEYaAHYKFTW",
      spelling: "typedFn(_: (Int) throws(Oops) -> Void) async throws(Oops)"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP7typedFnyyySiAA4OopsOYKXEYaAHYKFTWTu",
      spelling: "typedFn(_: (Int) throws(Oops) -> Void) async throws(Oops)"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP4vari_1bySid_SSdtFTW",
      spelling: "vari(_: Int..., b: String...)"
    ),
    Sample(
      symbol: "$s4TMod4ConfCAA1PA2aDP4voidyyyt_tFTW",
      spelling: "void(_: ())"
    ),
  ]
}
