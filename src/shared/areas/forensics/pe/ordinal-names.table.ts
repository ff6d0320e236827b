/**
 * Names of functions that libraries export by number, as the import hash of the field replaces them:
 * the export tables of ws2_32.dll (wsock32.dll has the same numbers) and oleaut32.dll. A line begins
 * with a number; its names have that number and the following ones.
 */
const WINSOCK = `
1 accept bind closesocket connect getpeername getsockname getsockopt htonl htons ioctlsocket
11 inet_addr inet_ntoa listen ntohl ntohs recv recvfrom select send sendto setsockopt
22 shutdown socket GetAddrInfoW GetNameInfoW WSApSetPostRoutine FreeAddrInfoW
28 WPUCompleteOverlappedRequest WSAAccept WSAAddressToStringA WSAAddressToStringW
32 WSACloseEvent WSAConnect WSACreateEvent WSADuplicateSocketA WSADuplicateSocketW
37 WSAEnumNameSpaceProvidersA WSAEnumNameSpaceProvidersW WSAEnumNetworkEvents
40 WSAEnumProtocolsA WSAEnumProtocolsW WSAEventSelect WSAGetOverlappedResult WSAGetQOSByName
45 WSAGetServiceClassInfoA WSAGetServiceClassInfoW WSAGetServiceClassNameByClassIdA
48 WSAGetServiceClassNameByClassIdW WSAHtonl WSAHtons gethostbyaddr gethostbyname
53 getprotobyname getprotobynumber getservbyname getservbyport gethostname
58 WSAInstallServiceClassA WSAInstallServiceClassW WSAIoctl WSAJoinLeaf
62 WSALookupServiceBeginA WSALookupServiceBeginW WSALookupServiceEnd WSALookupServiceNextA
66 WSALookupServiceNextW WSANSPIoctl WSANtohl WSANtohs WSAProviderConfigChange WSARecv
72 WSARecvDisconnect WSARecvFrom WSARemoveServiceClass WSAResetEvent WSASend
77 WSASendDisconnect WSASendTo WSASetEvent WSASetServiceA WSASetServiceW WSASocketA
83 WSASocketW WSAStringToAddressA WSAStringToAddressW WSAWaitForMultipleEvents
87 WSCDeinstallProvider WSCEnableNSProvider WSCEnumProtocols WSCGetProviderPath
91 WSCInstallNameSpace WSCInstallProvider WSCUnInstallNameSpace WSCUpdateProvider
95 WSCWriteNameSpaceOrder WSCWriteProviderOrder freeaddrinfo getaddrinfo getnameinfo
101 WSAAsyncSelect WSAAsyncGetHostByAddr WSAAsyncGetHostByName WSAAsyncGetProtoByNumber
105 WSAAsyncGetProtoByName WSAAsyncGetServByPort WSAAsyncGetServByName WSACancelAsyncRequest
109 WSASetBlockingHook WSAUnhookBlockingHook WSAGetLastError WSASetLastError
113 WSACancelBlockingCall WSAIsBlocking WSAStartup WSACleanup
151 __WSAFDIsSet
500 WEP
`;

const OLE_AUTOMATION = `
2 SysAllocString SysReAllocString SysAllocStringLen SysReAllocStringLen SysFreeString
7 SysStringLen VariantInit VariantClear VariantCopy VariantCopyInd VariantChangeType
13 VariantTimeToDosDateTime DosDateTimeToVariantTime SafeArrayCreate SafeArrayDestroy
17 SafeArrayGetDim SafeArrayGetElemsize SafeArrayGetUBound SafeArrayGetLBound SafeArrayLock
22 SafeArrayUnlock SafeArrayAccessData SafeArrayUnaccessData SafeArrayGetElement
26 SafeArrayPutElement SafeArrayCopy DispGetParam DispGetIDsOfNames DispInvoke
31 CreateDispTypeInfo CreateStdDispatch RegisterActiveObject RevokeActiveObject
35 GetActiveObject SafeArrayAllocDescriptor SafeArrayAllocData SafeArrayDestroyDescriptor
39 SafeArrayDestroyData SafeArrayRedim SafeArrayAllocDescriptorEx SafeArrayCreateEx
43 SafeArrayCreateVectorEx SafeArraySetRecordInfo SafeArrayGetRecordInfo VarParseNumFromStr
47 VarNumFromParseNum VarI2FromUI1 VarI2FromI4 VarI2FromR4 VarI2FromR8 VarI2FromCy
53 VarI2FromDate VarI2FromStr VarI2FromDisp VarI2FromBool SafeArraySetIID VarI4FromUI1
59 VarI4FromI2 VarI4FromR4 VarI4FromR8 VarI4FromCy VarI4FromDate VarI4FromStr VarI4FromDisp
66 VarI4FromBool SafeArrayGetIID VarR4FromUI1 VarR4FromI2 VarR4FromI4 VarR4FromR8
72 VarR4FromCy VarR4FromDate VarR4FromStr VarR4FromDisp VarR4FromBool SafeArrayGetVartype
78 VarR8FromUI1 VarR8FromI2 VarR8FromI4 VarR8FromR4 VarR8FromCy VarR8FromDate VarR8FromStr
85 VarR8FromDisp VarR8FromBool VarFormat VarDateFromUI1 VarDateFromI2 VarDateFromI4
91 VarDateFromR4 VarDateFromR8 VarDateFromCy VarDateFromStr VarDateFromDisp VarDateFromBool
97 VarFormatDateTime VarCyFromUI1 VarCyFromI2 VarCyFromI4 VarCyFromR4 VarCyFromR8
103 VarCyFromDate VarCyFromStr VarCyFromDisp VarCyFromBool VarFormatNumber VarBstrFromUI1
109 VarBstrFromI2 VarBstrFromI4 VarBstrFromR4 VarBstrFromR8 VarBstrFromCy VarBstrFromDate
115 VarBstrFromDisp VarBstrFromBool VarFormatPercent VarBoolFromUI1 VarBoolFromI2
120 VarBoolFromI4 VarBoolFromR4 VarBoolFromR8 VarBoolFromDate VarBoolFromCy VarBoolFromStr
126 VarBoolFromDisp VarFormatCurrency VarWeekdayName VarMonthName VarUI1FromI2 VarUI1FromI4
132 VarUI1FromR4 VarUI1FromR8 VarUI1FromCy VarUI1FromDate VarUI1FromStr VarUI1FromDisp
138 VarUI1FromBool VarFormatFromTokens VarTokenizeFormatString VarAdd VarAnd VarDiv
144 DllCanUnloadNow DllGetClassObject DispCallFunc VariantChangeTypeEx SafeArrayPtrOfIndex
149 SysStringByteLen SysAllocStringByteLen DllRegisterServer VarEqv VarIdiv VarImp VarMod
156 VarMul VarOr VarPow VarSub CreateTypeLib LoadTypeLib LoadRegTypeLib RegisterTypeLib
164 QueryPathOfRegTypeLib LHashValOfNameSys LHashValOfNameSysA VarXor VarAbs VarFix
170 OaBuildVersion ClearCustData VarInt VarNeg VarNot VarRound VarCmp VarDecAdd VarDecDiv
179 VarDecMul CreateTypeLib2 VarDecSub VarDecAbs LoadTypeLibEx SystemTimeToVariantTime
185 VariantTimeToSystemTime UnRegisterTypeLib VarDecFix VarDecInt VarDecNeg VarDecFromUI1
191 VarDecFromI2 VarDecFromI4 VarDecFromR4 VarDecFromR8 VarDecFromDate VarDecFromCy
197 VarDecFromStr VarDecFromDisp VarDecFromBool GetErrorInfo SetErrorInfo CreateErrorInfo
203 VarDecRound VarDecCmp VarI2FromI1 VarI2FromUI2 VarI2FromUI4 VarI2FromDec VarI4FromI1
210 VarI4FromUI2 VarI4FromUI4 VarI4FromDec VarR4FromI1 VarR4FromUI2 VarR4FromUI4
216 VarR4FromDec VarR8FromI1 VarR8FromUI2 VarR8FromUI4 VarR8FromDec VarDateFromI1
222 VarDateFromUI2 VarDateFromUI4 VarDateFromDec VarCyFromI1 VarCyFromUI2 VarCyFromUI4
228 VarCyFromDec VarBstrFromI1 VarBstrFromUI2 VarBstrFromUI4 VarBstrFromDec VarBoolFromI1
234 VarBoolFromUI2 VarBoolFromUI4 VarBoolFromDec VarUI1FromI1 VarUI1FromUI2 VarUI1FromUI4
240 VarUI1FromDec VarDecFromI1 VarDecFromUI2 VarDecFromUI4 VarI1FromUI1 VarI1FromI2
246 VarI1FromI4 VarI1FromR4 VarI1FromR8 VarI1FromDate VarI1FromCy VarI1FromStr VarI1FromDisp
253 VarI1FromBool VarI1FromUI2 VarI1FromUI4 VarI1FromDec VarUI2FromUI1 VarUI2FromI2
259 VarUI2FromI4 VarUI2FromR4 VarUI2FromR8 VarUI2FromDate VarUI2FromCy VarUI2FromStr
265 VarUI2FromDisp VarUI2FromBool VarUI2FromI1 VarUI2FromUI4 VarUI2FromDec VarUI4FromUI1
271 VarUI4FromI2 VarUI4FromI4 VarUI4FromR4 VarUI4FromR8 VarUI4FromDate VarUI4FromCy
277 VarUI4FromStr VarUI4FromDisp VarUI4FromBool VarUI4FromI1 VarUI4FromUI2 VarUI4FromDec
283 BSTR_UserSize BSTR_UserMarshal BSTR_UserUnmarshal BSTR_UserFree VARIANT_UserSize
288 VARIANT_UserMarshal VARIANT_UserUnmarshal VARIANT_UserFree LPSAFEARRAY_UserSize
292 LPSAFEARRAY_UserMarshal LPSAFEARRAY_UserUnmarshal LPSAFEARRAY_UserFree LPSAFEARRAY_Size
296 LPSAFEARRAY_Marshal LPSAFEARRAY_Unmarshal VarDecCmpR8 VarCyAdd DllUnregisterServer
301 OACreateTypeLib2
303 VarCyMul VarCyMulI4 VarCySub VarCyAbs VarCyFix VarCyInt VarCyNeg VarCyRound VarCyCmp
312 VarCyCmpR8 VarBstrCat VarBstrCmp VarR8Pow VarR4CmpR8 VarR8Round VarCat
319 VarDateFromUdateEx
322 GetRecordInfoFromGuids GetRecordInfoFromTypeInfo
325 SetVarConversionLocaleSetting GetVarConversionLocaleSetting SetOaNoCache
329 VarCyMulI8 VarDateFromUdate VarUdateFromDate GetAltMonthNames VarI8FromUI1 VarI8FromI2
335 VarI8FromR4 VarI8FromR8 VarI8FromCy VarI8FromDate VarI8FromStr VarI8FromDisp
341 VarI8FromBool VarI8FromI1 VarI8FromUI2 VarI8FromUI4 VarI8FromDec VarI2FromI8
347 VarI2FromUI8 VarI4FromI8 VarI4FromUI8
360 VarR4FromI8 VarR4FromUI8 VarR8FromI8 VarR8FromUI8 VarDateFromI8 VarDateFromUI8
366 VarCyFromI8 VarCyFromUI8 VarBstrFromI8 VarBstrFromUI8 VarBoolFromI8 VarBoolFromUI8
372 VarUI1FromI8 VarUI1FromUI8 VarDecFromI8 VarDecFromUI8 VarI1FromI8 VarI1FromUI8
378 VarUI2FromI8 VarUI2FromUI8
401 OleLoadPictureEx OleLoadPictureFileEx
411 SafeArrayCreateVector SafeArrayCopyData VectorFromBstr BstrFromVector OleIconToCursor
416 OleCreatePropertyFrameIndirect OleCreatePropertyFrame OleLoadPicture
419 OleCreatePictureIndirect OleCreateFontIndirect OleTranslateColor OleLoadPictureFile
423 OleSavePictureFile OleLoadPicturePath VarUI4FromI8 VarUI4FromUI8 VarI8FromUI8
428 VarUI8FromI8 VarUI8FromUI1 VarUI8FromI2 VarUI8FromR4 VarUI8FromR8 VarUI8FromCy
434 VarUI8FromDate VarUI8FromStr VarUI8FromDisp VarUI8FromBool VarUI8FromI1 VarUI8FromUI2
440 VarUI8FromUI4 VarUI8FromDec RegisterTypeLibForUser UnRegisterTypeLibForUser
`;

function tableOf(text: string): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (const line of text.trim().split('\n')) {
    const [first, ...rest] = line.split(' ');
    for (const [step, name] of rest.entries()) names.set(Number(first) + step, name);
  }
  return names;
}

const SOCKETS = tableOf(WINSOCK);

const TABLES: Readonly<Record<string, ReadonlyMap<number, string>>> = {
  'ws2_32.dll': SOCKETS,
  'wsock32.dll': SOCKETS,
  'oleaut32.dll': tableOf(OLE_AUTOMATION),
};

/** Null where the number has no name here. */
export function ordinalName(library: string, ordinal: number): string | null {
  const lower = library.toLowerCase();
  return Object.hasOwn(TABLES, lower) ? (TABLES[lower]?.get(ordinal) ?? null) : null;
}
