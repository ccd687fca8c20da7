import type { SecretKind } from './rule.ts';

/** What secrets of a family are called; a space stands for any or no separator. */
interface Names {
  readonly family: 'password' | 'key' | 'code';
  readonly kind: SecretKind;
  readonly names: readonly string[];
}

const listed = (names: string): string[] => names.split('|');

/** Endings and compounds (`Hauptpasswort`, `пароля`, `şifresi`, `DB_PASSWORD`) are read with them. */
export const NAMES: readonly Names[] = [
  {
    family: 'password',
    kind: 'password',
    names: [
      ...listed('password|passwd|passphrase|pwd|passwort|kennwort|contraseña|contrasena|contrasenya'),
      ...listed(
        'mot de passe|mots de passe|mdp|senha|palavra passe|palavra chave|parola|wachtwoord|hasło|haslo|hasła|heslo|hesla',
      ),
      ...listed(
        'lösenord|losenord|adgangskode|kodeord|passord|salasana|salasana on|jelszó|jelszav|lozink|mật khẩu|kata sandi|şifre|sifre',
      ),
      ...listed(
        'пароль|пароля|паролем|парола|κωδικός πρόσβασης|κωδικός|συνθηματικό|סיסמה|סיסמא|הסיסמה|كلمة السر|كلمة المرور|كلمة سر|كلمة مرور|رمز عبور',
      ),
      ...listed('पासवर्ड|कूटशब्द|รหัสผ่าน|パスワード|パスフレーズ|密码|密碼|口令|비밀번호|패스워드|비번|암호'),
    ],
  },
  {
    family: 'key',
    kind: 'key',
    names: [
      ...listed(
        'api key|access key|secret key|private key|signing key|encryption key|license key|licence key|account key|master key',
      ),
      ...listed(
        "api schlüssel|zugriffsschlüssel|lizenzschlüssel|clave api|clave de api|clave de acceso|clé api|clé d’api|clé d'api|clé privée",
      ),
      ...listed(
        'chiave api|chiave privata|chave api|chave de api|chave privada|klucz api|api sleutel|ключ api|api ключ|api キー|apiキー|秘密鍵|api 密钥|密钥|私钥|api 키|개인 키|api anahtarı|مفتاح api|एपीआई कुंजी',
      ),
      ...listed('wifi key|wlan schlüssel'),
    ],
  },
  {
    family: 'key',
    kind: 'token',
    names: listed("token|secret|jeton d’accès|jeton d'accès|トークン|令牌|토큰|токен|टोकन|رمز الوصول"),
  },
  {
    family: 'code',
    kind: 'code',
    names: [
      ...listed(
        'pin|pin code|pin nummer|pin number|passcode|cvv|cvc|cvv2|puk|otp|tan|alarm code|door code|gate code|safe code|lock code',
      ),
      ...listed(
        'entry code|access code|security code|unlock code|voicemail code|keypad code|garage code|verification code|login code|2fa code',
      ),
      ...listed(
        'türcode|alarmcode|zugangscode|sicherheitscode|bestätigungscode|geheimzahl|código pin|código de acceso|código de seguridad|código de verificación',
      ),
      ...listed(
        "código de acesso|código de segurança|code pin|code d’accès|code d'accès|code secret|code de sécurité|digicode|codice pin|codice di accesso|codice di sicurezza",
      ),
      ...listed(
        'pincode|toegangscode|kod pin|kod dostępu|пин код|пинкод|код доступа|код от домофона|暗証番号|暗証コード|验证码|驗證碼|密码锁|인증번호|핀번호|güvenlik kodu|erişim kodu',
      ),
      ...listed('رمز الدخول|الرقم السري|पिन|पिन कोड|ओटीपी'),
    ],
  },
];
